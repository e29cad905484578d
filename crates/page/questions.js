// Questions of the practice for others: for Moodle as GIFT, for Canvas as QTI, and on paper.
import { html } from "./board-shape.js";
import { $, download } from "./page.js";
import { zipped } from "./zip.js";

const TITLE = "Alpha-beta, row by row", CHOICES = "Choose one.";

/** As GIFT, in which some signs stand behind a backslash. */
function gift(questions) {
  const plain = (text) => text.replace(/[~=#{}:\\]/g, "\\$&");
  return questions.map(({ title, text, right, wrong, reason }) => `::${title}:: ${plain(text)} {\n=${plain(right)}\n${wrong.map((words) => `~${plain(words)}\n`).join("")}####${plain(reason)}\n}\n`).join("\n");
}

const xml = (text) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const material = (text) => `<material><mattext texttype="text/plain">${xml(text)}</mattext></material>`;
const field = (label, entry) => `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`;

function item({ title, text, answers, right, reason }, index) {
  const choices = answers.map((words, at) => `<response_label ident="${at}">${material(words)}</response_label>`).join("");
  return `<item ident="question${index + 1}" title="${xml(title)}"><itemmetadata><qtimetadata>${field("question_type", "multiple_choice_question")}${field("points_possible", "1")}</qtimetadata></itemmetadata>
<presentation>${material(text)}<response_lid ident="response1" rcardinality="Single"><render_choice>${choices}</render_choice></response_lid></presentation>
<resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>
<respcondition continue="Yes"><conditionvar><other/></conditionvar><displayfeedback feedbacktype="Response" linkrefid="general_fb"/></respcondition>
<respcondition continue="No"><conditionvar><varequal respident="response1">${answers.indexOf(right)}</varequal></conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing>
<itemfeedback ident="general_fb"><flow_mat>${material(reason)}</flow_mat></itemfeedback></item>`;
}

/** As QTI 1.2, in an archive with its manifest. */
function qti(questions) {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  return zipped({
    "imsmanifest.xml": `${head}<manifest identifier="mancala" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"><metadata><schema>IMS Content</schema><schemaversion>1.1.3</schemaversion></metadata><organizations/><resources><resource identifier="questions" type="imsqti_xmlv1p2"><file href="questions.xml"/></resource></resources></manifest>\n`,
    "questions.xml": `${head}<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="mancala" title="${TITLE}"><section ident="root_section">\n${questions.map(item).join("\n")}\n</section></assessment></questestinterop>\n`,
  });
}

/** On paper: the questions with boxes, and the answers on a page of their own. */
function print(questions) {
  const asked = questions.map(({ text, answers }) => html("li", {}, text, html("p", {}, answers.map((words) => `☐ ${words}`).join("   "))));
  const answered = questions.map(({ right, reason }) => html("li", {}, html("strong", {}, right), ` ${reason}`));
  $("paper").replaceChildren(html("h1", {}, TITLE), html("p", {}, `${CHOICES} Name: ______________________`), html("ol", {}, ...asked), html("h1", { class: "answers" }, "Answers"), html("ol", {}, ...answered));
  document.body.classList.add("on-paper");
  addEventListener("afterprint", () => document.body.classList.remove("on-paper"), { once: true });
  globalThis.print();
}

/** Hands the questions out; what became of them, in words. */
export function handOut(kind, questions) {
  const count = `${questions.length} questions with answers`;
  if (kind === "paper") { print(questions); return `${count} are ready to be printed.`; }
  if (kind === "canvas") { download("questions.qti.zip", qti(questions)); return `${count} are in questions.qti.zip: in Canvas choose Settings, Import, QTI.`; }
  download("questions.gift.txt", gift(questions));
  return `${count} are in questions.gift.txt: in Moodle import them as GIFT.`;
}
