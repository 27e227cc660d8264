"""Kernels of a graphics card, run by the processor, do what engine frontier does, to the digit."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.laws.test_frontier import any_problem, starts, weigh, weight
from tests.texts import raises_text
from tests.twin_machine import TwinMachine
from tilewright import _core
from tilewright.cover import Subtree
from tilewright.cover.examples import dominoes, queens
from tilewright.encoding import encode
from tilewright.engines import FrontierError, Reference, SearchOptions
from tilewright.engines.device import sweep as device_sweep
from tilewright.engines.device.count import DeviceCount
from tilewright.engines.frontier import frontier_input

Counted = tuple[int, list[int], list[int], int]


def native_input(
    problem: tw.ExactCover,
    start: Subtree | None = None,
    weights: Sequence[int] | None = None,
    order: tuple[int, ...] = (),
) -> _core.FrontierInput:
    return frontier_input(problem, SearchOptions(order=order), start or Subtree(), weights)


def by_core(native: _core.FrontierInput, *, meet: bool) -> Counted:
    job = _core.FrontierCount(
        native,
        threads=1,
        memory=2**30,
        disk=2**30,
        pockets=True,
        look_ahead=False,
        symmetries=False,
        meet=meet,
    )
    while not job.run(1.0):
        pass
    return counted(job)


def by_twin(
    native: _core.FrontierInput,
    machine: TwinMachine,
    *,
    meet: bool | None = None,
    host: int = 2**30,
    disk: int = 2**30,
) -> tuple[Counted, DeviceCount]:
    job = DeviceCount(native, machine, host_memory=host, disk=disk, meet=meet)
    while not job.run(1.0):
        pass
    return counted(job), job


def counted(job: _core.FrontierCount | DeviceCount) -> Counted:
    moves, states, stranded = job.counters()
    return job.result(), stripped(moves), stripped(states), stranded


def stripped(numbers: Sequence[int]) -> list[int]:
    """Without the zeros at the end."""
    kept = list(numbers)
    while kept and not kept[-1]:
        kept.pop()
    return kept


machines = st.builds(
    TwinMachine,
    threads=st.sampled_from([1, 3]),
    blocks=st.sampled_from([1, 4, 7]),
    cache=st.sampled_from([1, 2**16]),
    first_capacity=st.sampled_from([64, 2**10]),
)


@given(any_problem, machines, st.booleans(), st.data())
def test_it_counts_what_the_reference_finds(
    problem: tw.ExactCover, machine: TwinMachine, meet: bool, data: st.DataObject
) -> None:
    start = data.draw(starts(problem))
    count = problem.option_count
    weights = data.draw(st.none() | st.lists(weight, min_size=count, max_size=count))
    if weights and math.prod(weights[option] for option in start.chosen) >= 2**64:
        weights = None
    order = data.draw(st.just(()) | st.permutations(range(problem.primary)).map(tuple))
    native = native_input(problem, start, weights, order)
    expected = weigh(list(Reference(problem).covers(start)), weights)
    (result, *steps), _ = by_twin(native, machine, meet=meet)
    assert result == expected
    assert steps == list(by_core(native, meet=meet)[1:])


@given(any_problem, machines, st.booleans(), st.data())
def test_by_bins_it_counts_the_same(
    problem: tw.ExactCover, machine: TwinMachine, meet: bool, data: st.DataObject
) -> None:
    count = problem.option_count
    weights = data.draw(st.none() | st.lists(st.integers(0, 4), min_size=count, max_size=count))
    native = native_input(problem, weights=weights)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(device_sweep, "LARGE", 1)
        machine.cache = 1
        found, _ = by_twin(native, machine, meet=meet)
    assert found == by_core(native, meet=meet)


def of_puzzle(name: str) -> _core.FrontierInput:
    return native_input(encode(tw.load(name)).problem)


@pytest.mark.parametrize(
    ("name", "solutions"),
    [
        ("soma", 11520),
        ("pentominoes-6x10", 9356),
        ("hexiamond-4x9", 148),
        ("discs-12", 21976),
        ("spheres-900", 36),
        ("tetrasticks-welded-4x4", 16),
        ("tetrahexes-4x7", 18),
        ("tangram-square", 8),
        ("hex-prisms", 12),  # coloured
        ("jigsaw-4x4-star", 19680),  # keys and locks
    ],
)
def test_known_counts(name: str, solutions: int) -> None:
    native = of_puzzle(name)
    for meet in (False, True):
        found, job = by_twin(native, TwinMachine(threads=2), meet=meet)
        assert found[0] == solutions
        assert found == by_core(native, meet=meet)
        assert job.stage() == job.stages()


def ring(n: int) -> tw.ExactCover:
    """Two covers; what the first half of the items have covered matters until the end."""
    near, far = ([f"{side}{k}" for k in range(n)] for side in "ab")
    pairs = [[near[k], far[(k + d) % n]] for k in range(n) for d in (0, 1)]
    return tw.cover.from_options([*pairs, far], primary=near + far)


@pytest.mark.parametrize(("n", "words"), [(70, 2), (130, 3), (200, 4), (260, 8)])
def test_wide_keys(n: int, words: int) -> None:
    native = native_input(ring(n), order=tuple(range(2 * n)))
    for meet in (False, True):
        assert _core.frontier_programs(native, meet=meet)[2] == words
        found, _ = by_twin(native, TwinMachine(first_capacity=64, threads=2), meet=meet)
        assert found[0] == 2
        assert found == by_core(native, meet=meet)


@pytest.mark.parametrize("length", [30, 80, 150, 300])
def test_counts_become_wider_when_they_must(length: int) -> None:
    native = native_input(dominoes(length, 4))
    for meet in (False, True):
        found, _ = by_twin(native, TwinMachine(), meet=meet)
        assert found == by_core(native, meet=meet)
    assert (found[0].bit_length() > 56) == (length > 40)


def test_large_counts_stay_out_of_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    # The upper bits of a count in a bin are a landing, and those of a large one were taken for it.
    monkeypatch.setattr(device_sweep, "LARGE", 1)
    problem, heavy = dominoes(6, 6), 2**27 + 12345
    native = native_input(problem, weights=[heavy] * problem.option_count)
    for meet in (False, True):
        found, _ = by_twin(native, TwinMachine(cache=1, first_capacity=64), meet=meet)
        assert found[0] == 6728 * heavy**18


def test_counts_have_a_most_width() -> None:
    problem = tw.cover.from_options([[f"p{k}"] for k in range(20)])
    wide = native_input(problem, weights=[2**25] * 20)
    assert by_twin(wide, TwinMachine(), meet=False)[0][0] == 2**500
    with raises_text(FrontierError):
        by_twin(native_input(problem, weights=[2**26] * 20), TwinMachine(), meet=False)


def test_products_of_wide_counts() -> None:
    native = native_input(dominoes(4, 4), weights=[2**64 - 1] * 24)
    found, _ = by_twin(native, TwinMachine(), meet=True)
    assert found[0] == 36 * (2**64 - 1) ** 8


@pytest.mark.parametrize("host", [2**30, 2**20])
def test_what_does_not_fit_is_spilled_and_comes_back(host: int) -> None:
    native = of_puzzle("soma")
    (result, moves, *_), job = by_twin(native, TwinMachine(2**21, first_capacity=64), host=host)
    device, away = job.most_bytes()
    assert result == 11520
    assert device <= 2**21
    assert away > 2**20  # so the smaller host needs files
    expected = by_core(native, meet=True)[1]
    assert sum(expected) <= sum(moves) <= 1.1 * sum(expected)


@pytest.mark.parametrize("memory", [2**30, 2**23, 2**22, 3 * 2**20])
def test_bins_of_many_states(memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_sweep, "LARGE", 100)
    native = of_puzzle("soma")
    machine = TwinMachine(memory, cache=2**10, first_capacity=64, threads=2)
    (result, moves, *_), _ = by_twin(native, machine, meet=False)
    assert result == 11520
    expected = by_core(native, meet=False)[1]
    if memory == 2**30:
        assert moves == expected
    assert sum(expected) <= sum(moves) <= 1.1 * sum(expected)


@pytest.mark.parametrize("memory", [2**16, 2**18, 2**20])
def test_too_little_room_is_told(memory: int) -> None:
    limits = r"and the limits are \d+, \d+ and \d+ MiB: allow more memory"
    with pytest.raises(FrontierError, match=limits):
        by_twin(of_puzzle("hexiamond-rhombus"), TwinMachine(memory))
    with pytest.raises(FrontierError, match=limits):
        by_twin(of_puzzle("soma"), TwinMachine(2**21, first_capacity=64), host=memory // 4, disk=0)


def test_it_pauses_at_a_limit_and_when_told_to() -> None:
    native = of_puzzle("soma")
    job = DeviceCount(native, TwinMachine(), host_memory=2**30, disk=0)
    job.limit_nodes(1000)
    assert not job.run(60)
    assert job.limited()
    moves = sum(job.counters()[0])
    assert moves >= 1000
    assert 0 < job.stage() < job.stages()
    job.limit_nodes(2**60)
    job.stop()
    assert not job.run(60)
    assert sum(job.counters()[0]) == moves
    assert job.run(60)
    assert counted(job) == by_core(native, meet=True)


def test_without_covers_or_items() -> None:
    assert by_twin(native_input(queens(3)), TwinMachine())[0][0] == 0
    impossible = tw.cover.from_options([["a"]], primary=["a", "b"])
    assert by_twin(native_input(impossible), TwinMachine())[0][0] == 0
    whole = native_input(tw.cover.from_options([["a"]]), Subtree((0,)))
    assert by_twin(whole, TwinMachine())[0][0] == 1


def test_the_text_of_kernels_needs_no_other_file() -> None:
    text = _core.kernel_text()
    on_card, _, after = text.partition("#else")
    on_processor, _, common = after.partition("#endif")
    assert "TW_ON_CARD" in on_card
    assert "#include" in on_processor
    assert "#include" not in on_card + common
    for name in ("expand", "drain", "clear", "move", "gather", "meet", "complete"):
        assert f"TW_KERNEL {name}(" in common
