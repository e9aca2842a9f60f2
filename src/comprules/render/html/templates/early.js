// Before anything is painted: scripts are on, and the theme is the one chosen earlier.
document.documentElement.classList.add("scripted");
try {
  const theme = localStorage.getItem("comprules-theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch { /* no storage: the reader's setting counts */ }
