// A row as Markdown, as the command line writes it.
const escaped = (text) => text.replace(/[\\`*_{}[\]<>#|~]/g, "\\$&");
const signOf = (node) => ({ ins: "**", del: "~~" }[node.parentElement.closest("ins, del")?.localName] ?? "");
const runs = (block) => {
  const found = [];
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest("b, .tag, .b")) continue;
    const sign = signOf(node);
    if (found.at(-1)?.sign === sign) found.at(-1).text += node.data; else found.push({ sign, text: node.data });
  }
  return found;
};
const marked = (block) => {
  let made = "";
  for (const { sign, text } of runs(block)) {
    const core = escaped(text).trim();
    const piece = sign && core ? escaped(text).replace(core, () => sign + core + sign) : escaped(text);
    made += (/(~~|\*\*)$/.test(made) && /^(~~|\*\*)/.test(piece) ? " " : "") + piece;
  }
  return (block.matches(".e") ? block.querySelector(":scope > b").textContent : "") + made.replaceAll("\n", "  \n  ");
};
const markdown = (block) => {
  const said = [...block.querySelectorAll(":scope > em")].map((each) => ` *(${escaped(each.textContent)})*`).join("");
  const texts = [...block.querySelectorAll("p:not(.m, .rest)")].filter((each) => !each.closest(".pair"))
    .map((each) => (each.matches(".whose") ? `**${escaped(each.textContent)}**` : marked(each)));
  const kind = block.querySelector(".h b")?.textContent ?? "unchanged";
  return `- **${escaped(block.querySelector(".n").textContent)}** ${kind}${said}: ${texts.join("  \n  ")}`;
};
window.comprules.copies = [["Markdown", markdown]];
