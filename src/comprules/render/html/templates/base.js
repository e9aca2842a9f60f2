// What all pages share: settings, theme, keys. Other parts add their keys to `window.comprules.keys`.
const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const store = {
  get(name) { try { return localStorage.getItem("comprules-" + name); } catch { return null; } },
  set(name, value) { try { localStorage.setItem("comprules-" + name, value); } catch { /* not kept */ } },
};
const isOn = (name) => root.dataset[name] !== "off";
const keys = new Map();
// Text as it is searched: lower case, plain quotes and dashes, no accents; character for character.
const fold = (text) => {
  const plain = text.toLowerCase().replace(/[’‘]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, "-").replace(/\s/g, " ");
  // eslint-disable-next-line no-control-regex
  return /[^\x00-\x7f]/.test(plain) ? plain.replace(/[^\x00-\x7f]/g, (char) => char.normalize("NFD")[0]) : plain;
};
const named = (id) => { try { return decodeURIComponent(id.replace(/^#/, "")); } catch { return id.replace(/^#/, ""); } };

// Numbers as people write them: `CR 702.19b`, `[rule 702.19b.]`, `R70219b`. What may stand before one is said by the page.
const words = root.dataset.numbers.split(" ");
const bare = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
const forms = (text) => {
  const whole = bare(text);
  const left = words.flatMap((word) => [word + "s", word]).filter((word) => whole.startsWith(word)).map((word) => whole.slice(word.length));
  return [whole, ...left].filter((form) => /\p{N}/u.test(form) && form.length < 16);
};
// The numbers of a page by their bare form: of two that look alike without their signs the first counts.
const numbered = (list) => {
  const found = new Map();
  for (const number of list) if (!found.has(bare(number))) found.set(bare(number), number);
  return found;
};
const numberOf = (text, known) => {
  const exact = text.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  if (known.get(bare(exact)) === exact) return exact;
  const form = forms(text).find((each) => known.has(each));
  return form === undefined ? null : known.get(form);
};
window.comprules = { byId, keys, isOn, store, fold, named, bare, forms, numbered, numberOf };

for (const box of document.querySelectorAll("[data-option]")) {
  const name = box.dataset.option;
  const apply = () => { root.dataset[name] = box.checked ? "on" : "off"; };
  box.checked = store.get(name) !== "off";
  apply();
  box.addEventListener("change", () => { apply(); store.set(name, root.dataset[name]); });
}

const themes = [...document.querySelectorAll(".theme")];
const darkSetting = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : darkSetting.matches);
const showTheme = () => themes.forEach((each) => each.setAttribute("aria-pressed", String(isDark())));
const switchTheme = () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  store.set("theme", root.dataset.theme);
  showTheme();
};
themes.forEach((each) => each.addEventListener("click", switchTheme));
darkSetting.addEventListener("change", showTheme);
showTheme();

keys.set("t", switchTheme);
keys.set("?", () => byId("help").togglePopover());
const box = byId("query");
if (box) keys.set("/", () => { box.focus(); box.select(); });

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !isOn("keys")) return;
  const action = keys.get(event.key);
  if (action) {
    event.preventDefault();
    action();
  }
});

byId("contents").addEventListener("click", (event) => {
  if (event.target.closest("a") && byId("contents").matches(":popover-open")) byId("contents").hidePopover();
});
