// One line for every earlier version of a game's rules, kept for matches that began with it: `npm run keep-rules`.
export {};
