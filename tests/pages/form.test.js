/** What a form for acts makes of taps, of new states of the table and of acts that were sent (formstate.js). */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as drafts from "../../service/web/static/js/draft.js";
import * as forms from "../../service/web/static/js/formstate.js";
import { fieldsOf } from "../../service/web/static/js/schema.js";

const SEAT = { type: "integer", minimum: 0, maximum: 15 };

const sheet = (type, properties, required = Object.keys(properties)) => [type, { type, label: type, doc: "", schema: { properties, required }, fields: fieldsOf({ schema: { properties, required } }) }];

const TYPES = new Map([
  sheet("Called", { seat: SEAT, call: { type: "string", enum: ["high", "low"] } }),
  sheet("Stated", { round: { type: "integer", minimum: 1 }, won: { type: "string", enum: ["yes", "no"] } }),
  sheet("Played", { seat: SEAT, card: { type: "string", pattern: "HJ|LJ" }, joker: { type: "string", enum: ["high", "low"] } }),
  sheet("Folded", { seat: SEAT, reason: { type: "string", enum: ["time", "cards"] } }, ["seat"]),
  sheet("PlayerJoined", { seat: SEAT }),
  sheet("Dealt", { dealer: SEAT, hands: { type: "object", additionalProperties: { type: "array", items: { type: "string", pattern: "HJ|LJ" } } } }, ["dealer"]),
  sheet("Won", { round: { type: "integer", minimum: 1 }, by: SEAT, points: { type: "object", properties: { low: SEAT, game: SEAT } } }, ["round"]),
  sheet("Laid", { seat: SEAT, card: { type: "string", pattern: "HJ|LJ" } }),
  sheet("Hidden", { seat: SEAT, card: { type: "string", pattern: "HJ|LJ" } }, ["seat"]),
  sheet("WentOn", {}),
  sheet("Stopped", {}),
]);

const ask = (field, ...choices) => ({ field, choices, optional: false, distinct: "", number: null });

const calls = (seat) => ({ type: "Called", given: { seat }, asks: [ask("call", "high", "low")], text: `${seat} calls`, expected: true, seat });

const round = (number) => ({ type: "Stated", given: { round: number }, asks: [ask("won", "yes", "no")], text: `Round ${number}`, expected: false, seat: null });

const decision = (type) => ({ type, given: {}, asks: [], text: type, expected: true, seat: null });

const table = (version, ...prompts) => ({ version, prompts, seats: [], view: { order: [0, 1], phase: "deal" } });

const shown = (form, game) => forms.shown(form, game, TYPES, [...new Set(game.prompts.map(({ type }) => type))]);

const desk = (...prompts) => shown(forms.form(true), table(5, ...prompts));

const called = (form, word) => forms.tapped(form, drafts.answered(form.draft, "call", word));

test("the form begins with the act that play waits for", () => {
  const form = desk(round(3), calls(1));
  assert.deepEqual([form.draft.type, form.draft.data, forms.heading(form), forms.act(form)], ["Called", { seat: 1 }, null, null]);
});

test("the tap that completes an act that play waits for records it", () => {
  const form = called(desk(calls(1)), "low");
  assert.equal(forms.recordsItself(form), true);
  assert.deepEqual(forms.act(form), { type: "Called", data: { seat: 1, call: "low" } });
});

test("one tap says who deals, unless the hands are entered too, or the dealer is known", () => {
  const hands = [0, 1].map((seat) => ({ ...ask(`hands.${seat}`, "AS", "KS"), optional: true, number: 1 }));
  const deals = { type: "Dealt", given: {}, asks: [ask("dealer", 0, 1), ...hands], text: "Who deals?", expected: true, seat: null };
  const form = desk(deals);
  const records = (draft) => forms.recordsItself(forms.tapped(form, forms.withSeat(form, draft, 1)));
  assert.deepEqual([forms.lastTapRecords(form, form.draft), records(form.draft)], [true, true]);
  const turned = drafts.withPad(form.draft, "hands");
  assert.deepEqual([records(turned), records(drafts.withCard(turned, "AS")), records(drafts.aimedAt(form.draft, 0))], [false, false, false]);
  const known = desk({ ...deals, given: { dealer: 0 }, asks: hands });
  assert.equal(forms.recordsItself(forms.tapped(known, forms.withSeat(known, known.draft, 1))), false);
});

test("until the table changes, an act that was sent proposes no seat; then it does", () => {
  const waiting = forms.sent(called(desk(calls(1)), "low"), false);
  assert.deepEqual([waiting.waiting, waiting.draft.data], [true, {}]);
  const same = shown(waiting, table(5, calls(1)));
  assert.deepEqual([same.waiting, same.draft.data], [true, {}]);
  const next = shown(waiting, table(6, calls(0)));
  assert.deepEqual([next.waiting, next.draft.data], [false, { seat: 0 }]);
});

test("an act that was discarded is waited for no longer", () => {
  const form = forms.resumed(forms.sent(called(desk(calls(1)), "low"), false));
  assert.deepEqual([form.waiting, form.draft.data], [false, { seat: 1 }]);
});

test("what the user has set stays when the table changes; everything else is taken from the new prompt", () => {
  const form = shown(called(desk(calls(1)), "low"), table(6, calls(0)));
  assert.deepEqual(form.draft.data, { seat: 0, call: "low" });
});

test("a type that the user chose stays while it is offered", () => {
  const chosen = forms.started(desk(calls(1), round(3)), "Stated");
  assert.equal(shown(chosen, table(6, calls(0), round(3))).draft.type, "Stated");
  assert.equal(shown(chosen, table(6, calls(0))).draft.type, "Called");
});

test("after a round that was entered as one act the next one is proposed in the same way", () => {
  const typed = forms.started(desk(calls(1), round(3)), "Stated");
  const sent = forms.sent(forms.tapped(typed, drafts.answered(typed.draft, "won", "yes")), false);
  const next = shown(sent, table(6, calls(0), round(4)));
  assert.deepEqual([next.draft.type, next.draft.data.round], ["Stated", 4]);
  assert.equal(shown(forms.sent(called(desk(calls(1), round(3)), "low"), false), table(6, calls(0), round(3))).draft.type, "Called");
});

test("the record decides how the next round is proposed, unless the user has begun", () => {
  const form = desk(calls(1), round(3));
  assert.equal(forms.followed(form, "Stated").draft.type, "Stated");
  assert.equal(forms.followed(form, "Called").draft.type, "Called");
  assert.equal(forms.followed(forms.touched(form), "Stated").draft.type, "Called");
});

test("where results come first, a game that begins asks for a whole round until a single act is recorded", () => {
  const begun = shown(forms.form(true, true), table(2, calls(1), round(1)));
  assert.deepEqual([begun.draft.type, forms.followed(begun, "Delayed").draft.type], ["Stated", "Stated"]);
  const sent = forms.sent(called(forms.started(begun, "Called"), "low"), false);
  assert.equal(shown(sent, table(3, calls(0), round(1))).draft.type, "Called");
});

test("while a round is played, the form asks for the act that play waits for, also where results come first", () => {
  const game = { ...table(9, calls(1), round(1)), view: { order: [0, 1], phase: "play" } };
  assert.equal(shown(forms.form(true, true), game).draft.type, "Called");
});

test("a round that was entered meanwhile is not recorded as another one without a question", () => {
  const typed = forms.started(desk(calls(1), round(3)), "Stated");
  const late = shown(forms.tapped(typed, drafts.answered(typed.draft, "won", "yes")), table(6, calls(1), round(4)));
  assert.deepEqual([forms.behind(late), forms.heading(late), late.draft.data.round], [1, "This was entered meanwhile", 3]);
  const mine = forms.renumbered(late);
  assert.deepEqual([forms.behind(mine), mine.draft.data.round], [0, 4]);
  assert.equal(forms.behind(shown(mine, table(7, calls(1), round(3)))), -1);
});

test("no tap records a round that was entered meanwhile", () => {
  const expected = (number) => ({ ...round(number), expected: true });
  const won = (form) => forms.tapped(form, drafts.answered(form.draft, "won", "yes"));
  assert.equal(forms.recordsItself(won(desk(expected(3)))), true);
  assert.equal(forms.recordsItself(won(shown(won(desk(expected(3))), table(6, expected(4))))), false);
});

const plays = (seat, ...asks) => ({ type: "Played", given: { seat }, asks, text: "", expected: true, seat });

test("a tap on a seat that has a prompt of its own proposes what that prompt offers", () => {
  const form = desk(plays(0, ask("card", "AS")), plays(1, ask("card", "KD")));
  const draft = forms.withSeat(form, form.draft, 1);
  assert.deepEqual([draft.data, draft.asks.get("card").choices], [{ seat: 1 }, ["KD"]]);
});

test("of several prompts for one act, the one that offers the card decides what else is asked", () => {
  const form = desk(plays(0, ask("card", "AS")), plays(0, ask("card", "HJ"), ask("joker", "high", "low")));
  assert.deepEqual([...forms.withCard(form, form.draft, "AS").asks.keys()], ["card"]);
  assert.deepEqual([...forms.withCard(form, form.draft, "HJ").asks.keys()], ["card", "joker"]);
  assert.deepEqual([...forms.withCard(form, form.draft, "2C").asks.keys()], [...form.draft.asks.keys()]);
});

test("details that the form leaves out are shown on request, and stay while nothing new is recorded", () => {
  const form = desk({ type: "Folded", given: { seat: 0 }, asks: [], text: "", expected: true, seat: 0 });
  const fields = ({ draft }) => draft.fields.map(({ name }) => name);
  const whole = forms.unfolded(form);
  assert.deepEqual([forms.leavesOut(form, form.draft), forms.leavesOut(whole, whole.draft)], [true, false]);
  assert.deepEqual([fields(form), fields(whole)], [["seat"], ["seat", "reason"]]);
  assert.deepEqual(fields(shown(whole, form.game)), fields(whole));
  assert.deepEqual(fields(shown(whole, { ...form.game, version: 6 })), fields(form));
});

test("a player who joins takes the first seat that no tile shows", () => {
  const form = desk({ type: "PlayerJoined", given: {}, asks: [], text: "", expected: true, seat: null });
  assert.deepEqual([form.draft.data, forms.onFelt(form, form.draft)], [{ seat: 2 }, false]);
});

test("acts that need nothing filled in have a button each, but not while an act is on its way", () => {
  const form = desk(decision("WentOn"), decision("Stopped"));
  assert.deepEqual([forms.deciding(form), forms.buttons(form).map(({ type }) => type)], [true, ["WentOn", "Stopped"]]);
  assert.deepEqual(forms.act(forms.decided(form, "Stopped")), { type: "Stopped", data: {} });
  assert.equal(forms.act(forms.decided(form, "Called")), null);
  assert.deepEqual(forms.buttons(forms.sent(forms.decided(form, "Stopped"), false)), []);
});

test("the keyboard comes back when the table has changed after an act that a key recorded", () => {
  const sent = forms.sent(called(desk(calls(1)), "low"), true);
  assert.equal(forms.entered(sent).byKey, true);
  assert.equal(forms.entered(shown(sent, table(6, calls(0)))).byKey, false);
});

test("a closed form has no heading of its own, and opens as it was", () => {
  const form = forms.started(desk(calls(1), round(3)), "Stated");
  const closed = forms.closed(form, "Not sent yet.");
  assert.deepEqual([forms.heading(form), forms.heading(closed)], ["Round 3", null]);
  assert.deepEqual(forms.closed(closed, null), form);
  assert.equal(forms.closed(form, null), form);
});

test("in a form that answers a question the tap on the right card records it, and a tap on a seat does not", () => {
  const how = { game: table(5, plays(0, ask("card", "AS"))), types: TYPES, offered: ["Played"], look: false, short: true, once: true };
  const form = forms.opened(forms.form(false), how, "Played", { seat: 0, card: "AS", joker: "high" });
  const after = (change) => forms.recordsItself(forms.tapped(form, change(form.draft)));
  assert.equal(forms.recordsItself(form), false);
  assert.equal(after((draft) => drafts.withSeat(draft, 1)), false);
  assert.equal(after((draft) => drafts.withCard(draft, "KD")), true);
  assert.equal(after((draft) => drafts.answered(draft, "card", null)), false);
});

test("in a form that answers a question nothing needs a button while the tap on a card records", () => {
  const shows = (seat) => ({ ...plays(seat, ask("card", "AS")), type: "Hidden" });
  const how = { game: table(5, shows(0)), types: TYPES, offered: ["Hidden"], look: false, short: true, once: true };
  const records = (form, change = (draft) => draft) => forms.nextTapRecords(form, change(form.draft));
  const inserts = forms.opened(forms.form(false), how, "Hidden");
  const corrects = forms.opened(forms.form(false), how, "Hidden", { seat: 0, card: "AS" });
  const ofTwo = forms.opened(forms.form(false), { ...how, game: table(5, { ...shows(0), given: {} }) }, "Hidden");
  const looks = forms.opened(forms.form(false), { ...how, once: false }, "Hidden");
  assert.deepEqual([inserts, corrects, ofTwo, looks].map((form) => records(form)), [true, true, false, false]);
  assert.deepEqual([inserts, corrects].map((form) => records(form, (draft) => drafts.answered(draft, "card", null))), [false, false]);
  assert.deepEqual([corrects, ofTwo].map((form) => records(form, (draft) => drafts.withSeat(draft, 1))), [false, true]);
});

test("a form in a dialog shows every field, or only what is needed, and no button of its own", () => {
  const how = { game: table(5, decision("WentOn"), decision("Stopped")), types: TYPES, offered: ["Called", "Stopped"], look: true, short: false, once: false };
  const form = forms.opened(forms.form(false), how, "Called", { seat: 1, call: "low" });
  assert.deepEqual([forms.act(form), form.look, form.draft.corrects, forms.buttons(form)], [{ type: "Called", data: { seat: 1, call: "low" } }, true, true, []]);
  const short = forms.opened(forms.form(false), { ...how, game: table(5, calls(1)), short: true }, "Called");
  assert.deepEqual([forms.recordsItself(called(short, "high")), forms.recordsItself(called(desk(calls(1)), "high"))], [false, true]);
});

test("a form has the fields that the game uses, and those that the prompt asks for", () => {
  const points = { type: "object", properties: { high: SEAT, jack: SEAT, off_jack: SEAT } };
  const type = { ...sheet("Bid", { seat: SEAT, blind: { type: "boolean" }, points }, ["seat"])[1], uses: ["seat", "points", "points.high", "points.jack"] };
  const shape = ({ fields }) => fields.map(({ name, words }) => [name, ...words]);
  assert.deepEqual(shape(drafts.draftOf(type)), [["seat"], ["points", "high", "jack"]]);
  const prompt = { given: { seat: 1 }, asks: [ask("blind", true, false), ask("points.off_jack", 0, 1)] };
  assert.deepEqual(shape(drafts.draftOf(type, prompt)), [["seat"], ["blind"], ["points", "high", "jack", "off_jack"]]);
  assert.deepEqual(shape(drafts.draftOf(type, undefined, { seat: 1, blind: true })), [["seat"], ["blind"], ["points", "high", "jack"]]);
});

test("the numbers of all seats have a total: what is left is proposed, and the last seat gets the rest", () => {
  const tricks = { type: "object", additionalProperties: { type: "integer", minimum: 0, maximum: 60 } };
  const type = sheet("Stated", { tricks })[1];
  const numbers = Array.from({ length: 14 }, (_, number) => number);
  const prompt = { given: {}, seat: null, asks: [0, 1].map((seat) => ({ ...ask(`tricks.${seat}`, ...numbers), total: 13 })) };
  const begun = drafts.draftOf(type, prompt, undefined, false);
  assert.deepEqual([begun.aim, drafts.proposed(begun).choices], [0, numbers]);
  const nine = drafts.withCard(begun, 9);
  assert.deepEqual([nine.aim, drafts.proposed(nine).choices], [1, [4]]);
  const { total, said, open } = drafts.sumOf(drafts.withCard(nine, 5));
  assert.deepEqual([total, said, open], [13, 14, []]);
  assert.ok(drafts.complete(drafts.withCard(nine, 5)), "it may be recorded all the same");
});

test("where nothing of the total is left, the others get 0, until the number of another player is changed", () => {
  const tricks = { type: "object", additionalProperties: { type: "integer", minimum: 0, maximum: 60 } };
  const numbers = Array.from({ length: 14 }, (_, number) => number);
  const asks = [numbers, numbers, numbers, numbers.slice(2)].map((choices, seat) => ({ ...ask(`tricks.${seat}`, ...choices), total: 13 }));
  const begun = drafts.draftOf(sheet("Stated", { tricks })[1], { given: {}, seat: null, asks }, undefined, false);
  const five = drafts.withCard(begun, 5);
  const all = drafts.withCard(drafts.aimedAt(five, 3), 8);
  assert.deepEqual([all.data.tricks, drafts.complete(all)], [{ 0: 5, 1: 0, 2: 0, 3: 8 }, true]);
  const seven = drafts.withCard(drafts.aimedAt(all, 3), 7);
  assert.deepEqual([seven.data.tricks, seven.aim], [{ 0: 5, 3: 7 }, 1]);
  const changed = drafts.withCard(drafts.aimedAt(seven, 2), 1);
  assert.deepEqual([changed.data.tricks, drafts.complete(changed)], [{ 0: 5, 1: 0, 2: 1, 3: 7 }, true]);
  assert.deepEqual(drafts.withoutAim(changed).data.tricks, { 0: 5, 3: 7 });
  assert.deepEqual(drafts.withCard(begun, 13).data.tricks, { 0: 13, 1: 0, 2: 0 }); // the last one has two already
});

test("a deal under way does not ask again for what the record has", () => {
  const bids = { type: "object", additionalProperties: { type: "integer", minimum: 0, maximum: 13 } };
  const types = new Map([sheet("Won", { round: { type: "integer", minimum: 1 }, dealer: SEAT, bids, blind: { type: "boolean" }, by: SEAT }, ["round"])]);
  const names = (phase, ...asks) => {
    const prompt = { type: "Won", given: { round: 2, dealer: 1 }, asks: [ask("by", 0, 1), ...asks], text: "", expected: true, seat: null };
    const game = { ...table(5, prompt), view: { order: [0, 1], phase } };
    return forms.unfolded(forms.shown(forms.form(true), game, types, ["Won"])).draft.fields.map(({ name }) => name);
  };
  assert.deepEqual(names("deal"), ["round", "dealer", "bids", "blind", "by"]);
  assert.deepEqual(names("play"), ["by"]);
  assert.deepEqual(names("play", ask("bids.0", 0, 1)), ["bids", "blind", "by"]);
});

const stated = (...more) => forms.tapped(...((form) => [form, drafts.answered(form.draft, "won", "yes")])(forms.started(desk(round(3), ...more), "Stated")));

test("what was entered of a round is there again after the page was left", () => {
  const entered = JSON.parse(JSON.stringify(forms.kept(stated(calls(1)))));
  assert.deepEqual(entered, { type: "Stated", data: { won: "yes", round: 3 } });
  const again = forms.followed(forms.restored(desk(calls(1), round(3)), entered), "Called");
  assert.deepEqual([again.draft.type, again.draft.data, forms.act(again)?.data], ["Stated", { round: 3, won: "yes" }, { round: 3, won: "yes" }]);
  const gone = forms.restored(desk(calls(1), round(4)), entered);
  assert.deepEqual([gone.draft.data.round, forms.behind(gone)], [3, 1]);
  const none = desk(calls(1));
  assert.equal(forms.restored(none, entered), none);
  assert.equal(forms.restored(none, null), none);
});

test("only a round that is being entered is kept, and not once it is sent", () => {
  assert.equal(forms.kept(called(desk(calls(1), round(3)), "low")), null);
  assert.equal(forms.kept(forms.started(desk(round(3)), "Stated")), null);
  assert.equal(forms.kept(forms.sent(stated(), false)), null);
});

test("a round that no prompt asks for is proposed as the one that is played", () => {
  const game = { ...table(5, calls(1)), view: { order: [0, 1], round: 7 } };
  const open = forms.opened(forms.form(false), { game, types: TYPES, offered: ["Stated"], look: false, short: false, once: false }, "Stated");
  assert.deepEqual(open.draft.data, { round: 7 });
  assert.deepEqual(drafts.lacking(open.draft).map(({ field, must }) => [field.name, must]), [["won", true]]);
});

test("a form says what it lacks: what the act needs, and what else the prompt asks for", () => {
  const type = TYPES.get("Won");
  const asks = [ask("by", 0, 1), ask("points.low", 0, 1), { ...ask("points.game", 0, 1), optional: true }];
  const draft = drafts.draftOf(type, { given: { round: 1 }, asks, seat: null, expected: true }, undefined, false);
  const lacks = (now) => drafts.lacking(now).map(({ field, key, must }) => [field.name, key, must]);
  assert.deepEqual(lacks(draft), [["by", null, true], ["points", "low", true], ["points", "game", false]]);
  const most = drafts.withSeatFor(drafts.answered(draft, "by", 1), "points", "low", 0);
  assert.deepEqual([lacks(most), drafts.complete(most)], [[["points", "game", false]], true]);
  assert.deepEqual(lacks(drafts.withSeatFor(most, "points", "game", 0)), []);
});

const lays = (seat, ...cards) => ({ ...plays(seat, ask("card", ...cards)), type: "Laid" });

test("while a tap on a card records, a whole round is offered below the pad", () => {
  const form = desk(lays(0, "AS"), round(3));
  assert.deepEqual(forms.belowPad(form, form.draft), ["Stated"]);
  const more = desk(lays(0, "AS"), round(3), decision("WentOn"));
  assert.deepEqual(forms.belowPad(more, more.draft), []);
  const stated = forms.started(form, "Stated");
  assert.deepEqual(forms.belowPad(stated, stated.draft), []);
});

const played = (form, card) => forms.tapped(form, forms.withCard(form, form.draft, card));

test("a card that is tapped before the table shows the last one is for the next player, if it is among those that may be played", () => {
  const first = forms.sent(played(desk(lays(0, "AS", "KS")), "AS"), false);
  assert.equal(forms.hasNext(first), false);
  const ahead = played(first, "KS");
  assert.deepEqual([forms.hasNext(ahead), forms.recordsItself(ahead)], [true, false]);
  const next = shown(ahead, table(6, lays(1, "KS", "QS")));
  assert.deepEqual([forms.isAwaited(next), forms.act(next).data], [true, { seat: 1, card: "KS" }]);
  const other = shown(ahead, table(6, lays(1, "QS")));
  assert.deepEqual([forms.isAwaited(other), forms.isOutOfPlace(other)], [false, true]);
  const over = shown(ahead, table(6, calls(1)));
  assert.deepEqual([forms.isAwaited(over), forms.isOutOfPlace(over)], [false, true]);
});

test("that a card is not known can be tapped before the table shows the last one too", () => {
  const hides = (seat, ...cards) => ({ ...lays(seat, ...cards), type: "Hidden" });
  const first = forms.sent(played(desk(hides(0, "AS", "KS")), "AS"), false);
  const ahead = forms.tapped(first, drafts.answered(first.draft, "card", null));
  assert.equal(forms.hasNext(ahead), true);
  const next = shown(ahead, table(6, hides(1, "KS", "QS")));
  assert.deepEqual([forms.isAwaited(next), forms.act(next).data], [true, { seat: 1 }]);
  const over = shown(ahead, table(6, calls(1)));
  assert.deepEqual([forms.isAwaited(over), forms.isOutOfPlace(over)], [false, true]);
});

test("what else is entered before the table shows the last act stays while it can be recorded", () => {
  const waiting = forms.sent(called(desk(calls(1)), "low"), false);
  const seat = forms.tapped(waiting, forms.withSeat(waiting, waiting.draft, 0));
  assert.equal(forms.hasNext(seat), false);
  assert.equal(forms.isOutOfPlace(shown(seat, table(6, calls(0)))), false);
  assert.equal(forms.isOutOfPlace(shown(seat, table(6, lays(0, "AS")))), true);
});
