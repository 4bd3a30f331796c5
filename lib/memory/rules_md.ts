/**
 * What RULES.md holds when ctx makes it: the rules that §6 recommends as the minimum. It is the operator's
 * from then on, and never changed.
 */
export const RULES = `# Rules for every agent

- **ctx is the shared memory.** What is known about a project goes into ctx, where the operator and every
  agent can find it. A private memory holds no more than a pointer to ctx.
- **Write only through \`ctx\`.** Leave the store files alone: ctx keeps the lock, the timestamps and the
  status fields right.
- **READ means read.** Once the operator says READ or READ ONLY, change nothing (no entry, no file, no
  version control) until they say WRITE.
- **Sign your own work.** End each session with a one-page summary (\`ctx session write\`), headed with your
  own name (\`**Agent:** <name>\`). Set \`CTX_AUTHOR\` to the same name. Commits carry your own co-author
  trailer.
`;
