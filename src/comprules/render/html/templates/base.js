// What all pages share: settings, theme, keys. Other parts add their keys to `window.comprules.keys`.
const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const store = {
  get(name) { try { return localStorage.getItem("comprules-" + name); } catch { return null; } },
  set(name, value) { try { localStorage.setItem("comprules-" + name, value); } catch { /* not kept */ } },
};
const isOn = (name) => root.dataset[name] !== "off";
const keys = new Map();
window.comprules = { byId, keys, isOn, store };

for (const box of document.querySelectorAll("[data-option]")) {
  const name = box.dataset.option;
  const apply = () => { root.dataset[name] = box.checked ? "on" : "off"; };
  box.checked = store.get(name) !== "off";
  apply();
  box.addEventListener("change", () => { apply(); store.set(name, root.dataset[name]); });
}

const theme = byId("theme");
const darkSetting = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : darkSetting.matches);
const showTheme = () => theme.setAttribute("aria-pressed", String(isDark()));
const switchTheme = () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  store.set("theme", root.dataset.theme);
  showTheme();
};
theme.addEventListener("click", switchTheme);
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
