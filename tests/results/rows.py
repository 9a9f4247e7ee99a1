"""All numbers of the record of a run, to be compared bit for bit; the room that a run had for slots is not one of them."""


def parts(run):
    record, n = run.records, run.model.layout.size
    return record.r, record.k, record.y[:, :n], record.log, *record.start, record.watched, *record.slots(n)
