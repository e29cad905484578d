// The dialog for a new game: who plays, the board, the rules, all in the engine's words. It works on a copy
// of the choice, so that who leaves it by Cancel or Escape has changed nothing.
import { SIDES, html } from "./board-shape.js";
import { chooser } from "./look.js";
import { $ } from "./page.js";

export class NewGame {
  /** `begin` is called with the choice that Start was pressed with. */
  constructor(menus, begin) {
    this.menus = menus;
    $("new-cancel").addEventListener("click", () => $("new-dialog").close("cancel"));
    $("new-dialog").addEventListener("close", () => { if ($("new-dialog").returnValue === "start") begin(this.choice); });
  }

  ask(choice) {
    this.choice = structuredClone(choice);
    this.draw();
    $("new-dialog").returnValue = "";
    $("new-dialog").showModal();
  }

  draw() {
    const { choice, menus } = this;
    const preset = menus.presets.find(({ name }) => name === choice.preset) ?? menus.presets[0];
    const option = (option) => chooser(option.meaning, option.values.map(({ name, meaning }) => [name, meaning]), choice.options[option.name] ?? option.now,
      (value) => { if (value === option.now) delete choice.options[option.name]; else choice.options[option.name] = value; }, { "data-option": option.name });
    const number = (label, key, least, most) => html("label", {}, html("span", {}, label), html("input", { type: "number", id: `new-${key}`, min: least, max: most, required: true, value: choice[key], onchange: (event) => { choice[key] = Number(event.target.value); } }));
    const own = preset.options.filter((option) => option.own), rest = preset.options.filter((option) => !option.own);
    $("new-fields").replaceChildren(
      html("fieldset", {}, html("legend", {}, "Who plays"), this.player(0), this.player(1),
        chooser("Who moves first", SIDES.map((side, index) => [side, `${side} (${index ? "upper" : "lower"} row)`]), choice.first, (value) => { choice.first = value; }, { id: "new-first" })),
      html("fieldset", { class: "two" }, html("legend", {}, "Board"), number("Pits in a row, 3 to 7", "pits", 3, 7), number("Seeds in each pit, 1 to 10", "seeds", 1, 10)),
      html("fieldset", {}, html("legend", {}, "Rules"),
        chooser("Rule set", menus.presets.map(({ name, meaning }) => [name, `${name}: ${meaning}`]), preset.name, (value) => { choice.preset = value; choice.options = {}; this.draw(); $("new-preset").focus(); }, { id: "new-preset" }),
        ...own.map(option),
        chooser("Pie rule", [["", "no"], ["pie", "yes: the second player may swap sides in place of its first turn"]], choice.pie ? "pie" : "", (value) => { choice.pie = value === "pie"; }, { id: "new-pie" }),
        html("details", { open: rest.some(({ name }) => name in choice.options) }, html("summary", {}, "Every single rule"), ...rest.map(option))));
  }

  player(side) {
    const { choice, menus } = this, spec = choice.players[side];
    const known = spec === "human" || menus.levels.some((level) => level.spec === spec);
    const options = [["human", "a person"], ...menus.levels.map(({ name, spec, meaning }) => [spec, `${name}: ${meaning}`]), ["exact", "exactly …"]];
    const field = chooser(`${SIDES[side]} (${side ? "upper" : "lower"} row)`, options, known ? spec : "exact",
      (value) => { choice.players[side] = value === "exact" ? "minimax:3" : value; this.draw(); $(`new-player-${side}`).focus(); }, { id: `new-player-${side}` });
    if (known) return field;
    const [kind, depth = "3", evaluation = "store"] = spec.split(":"), parts = [kind, depth, evaluation];
    const change = (part, value) => { parts[part] = value; choice.players[side] = parts.join(":"); };
    return html("div", { class: "exact" }, field,
      chooser("Search", [["minimax", "minimax"], ["alphabeta", "alpha-beta"]], kind, (value) => change(0, value)),
      html("label", {}, html("span", {}, "Depth, in turn changes"), html("input", { type: "number", min: 1, max: 20, required: true, value: depth, onchange: (event) => change(1, event.target.value) })),
      chooser("Evaluation", menus.evaluations.map(({ name, meaning }) => [name, `${name}: ${meaning}`]), evaluation, (value) => change(2, value)));
  }
}
