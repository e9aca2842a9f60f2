// The last part of a script: all others are there.
window.comprules.begin();
