"""BioBiped1 jogs ten strides: how far, how fast, and how hard it lands."""

import supple as sp

numbers = sp.robots.biobiped1_numbers("A")
weight = 9.0 * numbers["gravity"]["value"]
run = sp.simulate(sp.robots.biobiped1("A"), 10 * numbers["stride"], rtol=1e-4)
print(run)
print(f"{run['torso.x'][-1]:.3f} m in {run.t[-1]:.2f} s, hip at {run['torso.y'].min():.3f} m and higher")
for name in ("right_foot/ground#2", "left_foot/ground#2"):  # the toes
    landings = [impact for impact in run.impacts if impact.contact == name]
    print(f"{name}: {len(landings)} landings, peak {max(i.peak_force for i in landings) / weight:.2f} weights")
sp.show.write_report(run, "jogging.html", follow=True)
