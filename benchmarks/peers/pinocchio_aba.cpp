// Pinocchio's aba from C++, for a tree and states that common.py writes to standard input.
//
// In    number of calls; gravity (3); nodes; per node: kind (0 revolute z, 3 free), parent, rotation (9), position (3),
//       mass, centre of mass (3), inertia about it (xx xy yy xz yz zz); states; per state: q, v, tau.
// Out   microseconds per call, best of nine; then the accelerations of the first state.
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/multibody.hpp>

#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

using Eigen::VectorXd;

static double number() {
  double x;
  std::cin >> x;
  return x;
}

template <class M> static void fill(M&& m) {  // row by row
  for (int i = 0; i < m.rows(); ++i)
    for (int j = 0; j < m.cols(); ++j) m(i, j) = number();
}

int main() {
  const int calls = static_cast<int>(number());
  pinocchio::Model model;
  Eigen::Vector3d gravity;
  fill(gravity);
  model.gravity.linear(gravity);
  const int nodes = static_cast<int>(number());
  for (int i = 0; i < nodes; ++i) {
    const int kind = static_cast<int>(number()), parent = static_cast<int>(number()) + 1;
    Eigen::Matrix3d R;
    Eigen::Vector3d p, com;
    fill(R);
    fill(p);
    const double mass = number();
    fill(com);
    double I[6];
    for (double& x : I) x = number();
    const pinocchio::SE3 place(R, p);
    const std::string name = "node" + std::to_string(i);
    const auto joint = kind == 3 ? model.addJoint(parent, pinocchio::JointModelFreeFlyer(), pinocchio::SE3::Identity(), name)
                                 : model.addJoint(parent, pinocchio::JointModelRZ(), place, name);
    const pinocchio::Symmetric3 inertia(I[0], I[1], I[2], I[3], I[4], I[5]);
    model.appendBodyToJoint(joint, pinocchio::Inertia(mass, com, inertia), pinocchio::SE3::Identity());
  }
  pinocchio::Data data(model);
  const int states = static_cast<int>(number());
  std::vector<VectorXd> q, v, tau;
  for (int s = 0; s < states; ++s) {
    q.emplace_back(model.nq), v.emplace_back(model.nv), tau.emplace_back(model.nv);
    fill(q.back()), fill(v.back()), fill(tau.back());
  }
  const VectorXd first = pinocchio::aba(model, data, q[0], v[0], tau[0]);
  double best = 1e300, sum = 0.0;
  for (int repeat = 0; repeat < 9; ++repeat) {
    const std::clock_t start = std::clock();
    for (int i = 0; i < calls; ++i) sum += pinocchio::aba(model, data, q[i % states], v[i % states], tau[i % states])[0];
    best = std::min(best, 1e6 * (std::clock() - start) / CLOCKS_PER_SEC / calls);
  }
  std::printf("%.9g\n", sum == 0.12345 ? 0.0 : best);
  for (int i = 0; i < model.nv; ++i) std::printf("%.17g ", first[i]);
}
