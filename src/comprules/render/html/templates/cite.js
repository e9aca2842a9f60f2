// What can be copied of a rule: its address, a citation, its text. One row of buttons goes to the rule that is read.
const { byId, named } = window.comprules;
const tools = document.createElement("div");
tools.className = "cite";
const wide = matchMedia("(min-width: 82rem)");
const head = document.querySelector(".brand");
const numberOf = (block) => block.querySelector(".n").textContent.trim();
const clean = (block) => {
  const made = block.cloneNode(true);
  for (const extra of made.querySelectorAll(".k, .w, .d, .cite, .o, .tag, .pair")) extra.remove();
  for (const each of made.querySelectorAll("h2, h3, h4, p, div")) each.append("\n");
  return made.textContent.replace(/[ \t]+\n/g, "\n").replace(/\n+/g, "\n").trim();
};
const address = (block) => {
  const made = new URL(location.href);
  made.hash = block.id;
  return made.href;
};
const cited = (block) => `${head.querySelector("bdi").textContent} (${head.querySelector(".date").textContent.trim()}), ${numberOf(block)}`;
const copy = async (text) => {
  try { await navigator.clipboard.writeText(text); return; } catch { /* the older way */ }
  const area = document.body.appendChild(document.createElement("textarea"));
  area.value = text;
  area.select();
  document.execCommand("copy");
  area.remove();
};
const offers = [["Link", address], ["Citation", cited], ["Text", clean], ...(window.comprules.copies ?? [])];
for (const [name, make] of offers) {
  const button = tools.appendChild(document.createElement("button"));
  button.type = "button";
  button.textContent = name;
  button.setAttribute("aria-label", "Copy: " + name.toLowerCase());
  button.addEventListener("click", async () => {
    await copy(make(tools.closest(".r")));
    button.textContent = "Copied";
    said.textContent = "Copied";
    setTimeout(() => { button.textContent = name; said.textContent = ""; }, 1500);
  });
}
const said = document.body.appendChild(document.createElement("p"));
said.className = "hide";
said.setAttribute("role", "status");

const offer = (block) => { if (block && tools.parentElement !== block) block.append(tools); };
window.comprules.offer = offer;
const isRow = (block) => block?.matches("main .r") && block.querySelector(".n");
document.addEventListener("pointerover", (event) => {
  const block = event.target.closest(".r");
  if (event.pointerType === "mouse" && isRow(block) && (wide.matches || byId("changes"))) offer(block);
});
document.addEventListener("focusin", (event) => {
  const block = event.target.closest(".r");
  if (isRow(block) && event.target.matches(".n")) offer(block);
});
document.addEventListener("click", (event) => {
  const block = event.target.closest(".r");
  if (isRow(block) && !event.target.closest("a:not(.n), button, summary") && getSelection().isCollapsed) offer(block);
});
const target = () => { const block = byId(named(location.hash)); if (isRow(block)) offer(block); };
addEventListener("hashchange", target);
target();
