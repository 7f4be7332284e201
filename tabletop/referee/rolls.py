"""What happens at the table during a game: dice are thrown and lifted, hands and boards are seen."""

from __future__ import annotations

from dataclasses import replace

from tabletop.backgammon import Dice, Player, Position, Side, legal_plays
from tabletop.referee.closing import (
    Told,
    end_of_turn,
    forced,
    last_seen_wrong,
    resolved,
    unseen_but_known,
)
from tabletop.referee.diagnosis import play_text
from tabletop.referee.effects import Effect, RollHeld, RollVoided, Standing, TurnClosed, VerdictGiven, Void
from tabletop.referee.events import BoardSeen, DiceLifted, DiceSettled, DiceThrown, SessionEnded
from tabletop.referee.explanation import explain
from tabletop.referee.falling import kept, mended_too_late, unless_overdue
from tabletop.referee.found_again import found_again
from tabletop.referee.judge import CAUTION, judge
from tabletop.referee.ledger import accounted
from tabletop.referee.observation import Observation
from tabletop.referee.profiles import PrematureRoll
from tabletop.referee.setting_up import mended_setup, set_up
from tabletop.referee.stakes import borne_off, offer_settled, player_on_roll
from tabletop.referee.state import BETWEEN_GAMES, Falling, Phase, State, Turn
from tabletop.referee.turn import announce, begin_turn, next_on_roll, others_roll
from tabletop.referee.verdicts import Ambiguous, Illegal, Legal, Unfinished
from tabletop.referee.violations import Violation


def dice_fall(state: State, event: DiceThrown) -> Told:
    """The throw: nothing that moves from now on is the doing of the turn on the board.

    Of two dice the first one counts; of the opening's, one die each in their own time, the second.
    """
    if unless_overdue(state, event.at).falling is not None and state.phase not in BETWEEN_GAMES:
        return state, ()
    state, told = landed(state, event.at)
    return replace(state, falling=Falling(event.at)), told


def landed(state: State, at: float) -> Told:
    """No dice are falling any more: what was kept since they fell is told of the turn that is now on the
    board."""
    dice, state = state.falling, replace(state, falling=None)
    if dice is None:
        return state, ()
    told: tuple[Effect, ...] = ()
    if dice.seen is not None and state.trouble is None and state.phase is not Phase.MATCH_OVER:
        state, told = board_is(state, dice.seen, at)
    if dice.stirred and state.turn is not None:
        state = replace(state, turn=replace(state.turn, stirred=True))
    return state, told


def thrown(state: State, event: DiceSettled) -> Told:
    """Both dice lie flat: the turn before stands, and the next one begins."""
    told: tuple[Effect, ...] = ()
    if _still_playing(state):
        state, told = landed(state, event.at)  # he was not done when they fell: what was seen since is his
    early = _too_early(state, event.dice, event.at)
    state, effects = early if early is not None else roll_counts(state, event.dice, event.at)
    return state, told + effects


def _still_playing(state: State) -> bool:
    """Whether the turn on the board is being played, and his rules do not let a throw end it then."""
    turn = state.turn
    playing = state.phase is Phase.MOVING and turn is not None and turn.stirred
    stands = state.profile.premature_roll is PrematureRoll.STANDS
    return playing and turn is not None and not isinstance(turn.verdict, Legal) and not stands


def _too_early(state: State, dice: Dice, at: float) -> Told | None:
    """The tower was thrown while the other was still playing, and his rules do not let that stand."""
    turn = state.turn
    if turn is None or not _still_playing(state):
        return None
    if state.profile.premature_roll is PrematureRoll.REROLL:
        return state, (RollVoided(at=at, reason=Void.PREMATURE),)
    if state.held is not None:
        return None
    return replace(state, held=dice), (RollHeld(at=at, dice=dice, chooser=turn.player),)


def roll_counts(state: State, dice: Dice, at: float) -> Told:
    """The roll counts: close what is open, and let the player on roll begin. What was seen since his dice
    fell is his."""
    since = state.falling
    state = replace(state, falling=None, unheard=not state.tower)
    state, effects = _closed_and_begun(state, dice, at)
    if since is None or state.turn is None or state.phase in BETWEEN_GAMES:
        return state, effects
    stands = any(isinstance(one, TurnClosed) and one.standing is Standing.ILLEGAL for one in effects)
    hand = since.stirred or since.seen is not None
    turn = replace(state.turn, late_hand=stands and hand)
    state, told = landed(replace(state, turn=turn, falling=since), at)
    return state, effects + told


def _closed_and_begun(state: State, dice: Dice, at: float) -> Told:
    state, answered = offer_settled(state, at)
    if state.phase in BETWEEN_GAMES:
        return state, answered
    if state.turn is not None:
        state = replace(state, turn=others_roll(state, state.turn) or state.turn)
    last = state.turn
    state, closed = end_of_turn(state, at)
    state, ended = borne_off(state, at)
    effects = answered + closed + ended
    if state.phase in BETWEEN_GAMES:
        return state, effects
    player = _player_of(state, last)
    state, begun = begin_turn(state, player, dice, at)
    return state, effects + begun


def _player_of(state: State, last: Turn | None) -> Player:
    if last is None:
        return state.on_roll or Player.LIGHT
    if isinstance(last.verdict, Legal | Illegal | Unfinished):
        return next_on_roll(state, last.player, last.verdict.position)
    return next_on_roll(
        state, last.player, last.complete or state.board
    )  # closed out, and nobody saw a change


def seen(state: State, event: BoardSeen) -> Told:
    """The board lay quiet and was read."""
    if state.trouble is not None:
        return state, ()
    return board_is(state, event.observation, event.at)


def board_is(state: State, observation: Observation, at: float) -> Told:
    """What the board shows now, whoever says so."""
    state = unless_overdue(state, at)
    keeping = kept(state, observation)
    if state.phase in BETWEEN_GAMES:
        return (keeping, ()) if keeping else set_up(state, observation, at)
    anew, won = _set_up_anew(state, observation, at)
    if won:
        begun, checked = set_up(anew, observation, at)
        return begun, won + checked
    if keeping is not None:
        return keeping, ()
    if state.turn is not None:
        state = replace(state, turn=replace(state.turn, seen=observation, stirred=False))
    state, closed = resolved(state, observation, at)
    state = _rightly_on_roll(state, closed)
    state, ended = borne_off(state, at)
    if state.phase in BETWEEN_GAMES:
        return state, closed + ended
    state, told = _judged(state, observation, at)
    state, over = _over_at_once(state, at)
    return state, closed + told + over


def _set_up_anew(state: State, observation: Observation, at: float) -> Told:
    """The checkers stand as a game begins, though some were borne off: the last turn that nobody saw has
    ended the game, if it can have. An error that was shown in it, and not seen to be mended, stands."""
    last = state.waiting or state.turn
    start = state.variant.start_position
    stands = not observation.unsure and observation.position == start
    if last is None or last.before is None or not stands or not last.before.of(last.player).off:
        return state, ()
    shown = last.verdict
    legal = legal_plays(last.before, last.player, last.dice, state.variant)
    end = next((end for end in legal.positions if _bare(end, last.player)), None)
    cleared = replace(state, waiting=None, turn=None)
    if isinstance(shown, Illegal) and _bare(shown.position, last.player):
        state, closed = last_seen_wrong(cleared, last, shown, at)
    elif end is not None:
        state, closed = unseen_but_known(cleared, last, end, at)
    else:
        return state, ()
    state, ended = borne_off(state, at)
    return state, closed + ended


def _judged(state: State, observation: Observation, at: float) -> Told:
    turn = state.turn
    if turn is None:
        return _before_the_first_roll(state, observation, at)
    if turn.before is None:
        return _taken_as_it_lies(state, observation), ()
    verdict = judge(turn.before, turn.player, turn.dice, observation, state.variant)
    state, turn, verdict, mended = mended_setup(state, turn, observation, verdict, at)
    before = turn.before or state.board
    found = found_again(before, turn.player, turn.dice, observation, verdict, state.variant)
    if found is not None:
        before, verdict = found
        turn = replace(turn, before=before)
    if isinstance(verdict, Illegal) and (others := _thrown_by_the_other(state, turn, observation)):
        turn, verdict = others
    if isinstance(verdict, Illegal):
        early = _next_player_moved(state, turn, observation)
        if early is not None:
            return _moved_early(state, turn, early, at)
        if _unheard_doing(state, turn) or _next_players_doing(state, turn, observation):
            if isinstance(turn.verdict, Legal):
                return state, mended  # his play was seen whole; what is otherwise since is not his
            verdict = Ambiguous(verdict.places, turn.complete or verdict.position)
        if mended_too_late(turn, observation, state.variant.checkers):
            turn = replace(turn, before_sure=0.0, doubts=None)  # nobody knows whose doing it is
    state, told = announce(state, replace(turn, moved_early=None), verdict, at)
    return state, mended + told


def _rightly_on_roll(state: State, closed: tuple[Effect, ...]) -> State:
    """Whose the roll is that was thrown before anybody saw how the turn before it ended."""
    turn = state.turn
    for effect in closed:
        if turn is not None and isinstance(effect, TurnClosed) and effect.seen:
            turn = replace(turn, player=next_on_roll(state, effect.player, effect.after))
    return replace(state, turn=turn)


def _thrown_by_the_other(state: State, turn: Turn, observation: Observation) -> tuple[Turn, Legal] | None:
    """The turn as the other player's, and his play. After a turn that nobody saw it may be mistaken whose
    roll it is: one of the two may have been closed out. Who has moved his own checkers as the dice say, and
    nothing else, has thrown them."""
    before, other = turn.before, turn.player.opponent
    in_doubt = 1 - turn.before_sure > CAUTION.false_accusations
    if before is None or not in_doubt or not legal_plays(before, turn.player, turn.dice, state.variant):
        return None
    verdict = judge(before, other, turn.dice, observation, state.variant)
    if not isinstance(verdict, Legal) or not verdict.play or 1 - verdict.sure > CAUTION.false_accusations:
        return None
    return replace(turn, player=other), verdict


def _taken_as_it_lies(state: State, observation: Observation) -> State:
    """A board that nobody saw come about is where the game goes on from."""
    if not state.adrift or observation.unsure or state.turn is None:
        return state
    board = accounted(state.board, state.turn.player, observation.position, state.variant.checkers)
    return replace(state, board=board, board_sure=observation.confidence, doubts=None, adrift=False)


def _over_at_once(state: State, at: float) -> Told:
    """The last checker borne off by a legal play ends the game; there is nothing left to mend."""
    turn = state.turn
    if turn is None or not isinstance(turn.verdict, Legal):
        return state, ()
    if not _bare(turn.verdict.position, turn.player):
        return state, ()
    state, closed = end_of_turn(state, at)
    state, ended = borne_off(state, at)
    return state, closed + ended


def _bare(board: Position, player: Player) -> bool:
    side = board.of(player)
    return side.total == side.off


def _next_player_moved(state: State, turn: Turn, observation: Observation) -> Illegal | None:
    """After a whole legal play only checkers of the *next* player are elsewhere: he moved without a roll."""
    if turn.complete is None:
        return None
    following = next_on_roll(state, turn.player, turn.complete)
    return _moved_without_roll(state, following, turn.complete, observation)


def _next_players_doing(state: State, turn: Turn, observation: Observation) -> bool:
    """Whether only what the *next* player may do is otherwise than after a whole play: his roll may be told
    any moment, and he has lifted a blot already. Before the dice are lifted he cannot have thrown."""
    ends = {turn.complete} if turn.complete else set[Position]()
    if turn.done and turn.before is not None:
        ends |= legal_plays(turn.before, turn.player, turn.dice, state.variant).positions
    now = accounted(turn.before or state.board, turn.player, observation.position, state.variant.checkers)
    return any(_only_hit(end, now, turn.player) for end in ends)


def _unheard_doing(state: State, turn: Turn) -> bool:
    """Whether the next player may be playing a roll of which nobody was told, after a play that had been
    judged: nothing more is held against that play."""
    return state.unheard and isinstance(turn.verdict, Legal | Illegal)


def _only_hit(end: Position, now: Position, player: Player) -> bool:
    """Whether ``player``'s checkers are as at the ``end`` but for blots, and no other has gone back."""
    left, own = end.of(player), now.of(player)
    gone = [a - b for a, b in zip(left.points, own.points, strict=True)]
    blots = all(lost == 0 or (lost == 1 == had) for lost, had in zip(gone, left.points, strict=True))
    hit = own.bar - left.bar
    return blots and 0 <= hit <= sum(gone) and _gone_on(end.of(player.opponent), now.of(player.opponent))


def _gone_on(before: Side, now: Side) -> bool:
    return now.pip_count <= before.pip_count


def _moved_without_roll(
    state: State, player: Player, board: Position, observation: Observation
) -> Illegal | None:
    if state.unheard:
        return None  # he may well have thrown
    now = accounted(board, player, observation.position, state.variant.checkers)
    other = player.opponent
    gone = [a - b for a, b in zip(board.of(other).points, now.of(other).points, strict=True)]
    only_hit = min(gone) >= 0 and sum(gone) == now.of(other).bar - board.of(other).bar
    if not only_hit or now.of(player).pip_count >= board.of(player).pip_count:
        return None
    told = explain(board, player, Dice(1, 1), now, state.variant)
    places = tuple(place for step in told.steps for place in (step.start, step.end))
    return Illegal(
        position=now,
        violation=Violation.MOVED_BEFORE_ROLL,
        places=places,
        done=play_text(told),
        also=(Violation.OPPONENTS_CHECKER,),
        legal=(),
        nearest=None,
        sure=observation.confidence,
    )


def _moved_early(state: State, turn: Turn, early: Illegal, at: float) -> Told:
    told = turn.moved_early or turn.verdict
    if isinstance(told, Illegal) and told.position == early.position:
        return state, ()
    player = next_on_roll(state, turn.player, early.position)
    given = VerdictGiven(at=at, game=state.game, turn=turn.number, player=player, dice=None, verdict=early)
    return replace(state, turn=replace(turn, moved_early=early)), (given,)


def _before_the_first_roll(state: State, observation: Observation, at: float) -> Told:
    """The winner of the opening has yet to throw both dice."""
    player = state.on_roll
    if player is None or observation.unsure:
        return state, ()
    early = _moved_without_roll(state, player, state.board, observation)
    if early is None:
        return state, ()
    given = VerdictGiven(at=at, game=state.game, turn=0, player=player, dice=None, verdict=early)
    return state, (given,)


def done(state: State, at: float) -> Told:
    """The player at play says that this is his play; until the next throw it may still be mended."""
    turn = state.turn
    if turn is None or state.phase is not Phase.MOVING:
        return state, ()
    turn = replace(turn, done=True)
    if turn.moved_early is not None and not turn.stirred:  # nobody can have thrown yet: it was an error
        turn = replace(turn, verdict=turn.moved_early, moved_early=None)
    state = replace(state, phase=Phase.ROLLING, turn=turn)
    if turn.verdict is None or turn.stirred:
        return state, ()
    return announce(state, turn, turn.verdict, at)


def lifted(state: State, event: DiceLifted) -> Told:
    """The dice were taken from the tray."""
    return done(state, event.at)


def ended(state: State, event: SessionEnded) -> Told:
    """Nobody plays on: an offered resignation counts, and a whole play stands as it is.

    A turn under way is not held against anybody and not recorded, unless its player has said that it is over
    or nobody could see it: then it is owned up to. What was seen since dice fell of which nothing was told is
    of no turn.
    """
    state, answered = offer_settled(replace(state, falling=None), event.at, session_over=True)
    if state.phase in BETWEEN_GAMES or state.turn is None:
        return state, answered
    following = player_on_roll(state)
    if _over(state, state.turn):
        state, closed = end_of_turn(state, event.at)
        state = replace(state, phase=Phase.ROLLING, on_roll=following)
    else:
        closed = ()
    state, late = forced(state, event.at)
    state, over = borne_off(state, event.at)
    return state, answered + closed + late + over


def _over(state: State, turn: Turn) -> bool:
    """Whether a turn is one for the record, though no throw has ended it."""
    if isinstance(turn.verdict, Legal | Illegal):
        return True
    return turn.done or state.trouble is not None
