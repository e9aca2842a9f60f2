// Which page an address that leads nowhere may have meant: the number in it, as it is now.
const { byId, numbered, numberOf, forms } = window.comprules;
const known = JSON.parse(byId("known").textContent);
const answer = byId("answer");
// Where the site begins: before the first part of the address that only sites made by this program have.
const root = known.root ?? location.pathname.replace(/(?:rules|releases|changes|history|api|data|assets)\/.*$|[^/]*$/, "");
const homes = new Map(Object.entries(known.pages).flatMap(([page, numbers]) => numbers.map((number) => [number, page])));
const now = numbered(homes.keys());
const before = numbered(Object.keys(known.now));

const say = (text, href, label) => {
  answer.replaceChildren(text);
  if (!href) return;
  const link = document.createElement("a");
  link.href = href;
  link.textContent = label;
  answer.append(" ", link);
};
const tell = (asked) => {
  const number = numberOf(asked, now);
  if (number) { say(`${number} is here:`, `${root}${homes.get(number)}#r${number}`, number); return true; }
  const old = numberOf(asked, before);
  if (!old) return false;
  const current = known.now[old];
  if (current) say(`${old} is ${current} now:`, `${root}${homes.get(current)}#r${current}`, current);
  else say(`${old} is gone.`, `${root}releases.html`, "The releases that had it");
  return true;
};
const parts = [location.hash.slice(1), ...location.pathname.split("/").reverse()].map((part) => decodeURIComponent(part).replace(/\.(?:html?|json)$/, ""));
if (!parts.some((part) => forms(part).length && tell(part))) say("This address leads nowhere.", root + "index.html", "To the start");
byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  if (!tell(byId("number").value)) say("No release has that number.");
});
