/** The colours of all pages: text, surfaces, one accent and five severities, light and dark. */

const light = `color-scheme:light;
--paper:#faf9f6;--raised:#ffffff;--sunken:#f1efea;--line:#e2dfd7;--line-strong:#c9c5ba;
--ink:#1f1e1b;--faint:#66625a;--accent:#0f6b63;--on-accent:#ffffff;--accent-soft:#e0efec;
--severity-plain:#8f9aa3;--severity-ok:#2f8f6f;--severity-refused:#c98a1b;--severity-failed:#c2412d;--severity-fault:#8a3ffc;
--text-ok:#1c6a50;--text-refused:#855600;--text-failed:#a5301e;--text-fault:#6f2bd6;
--soft-ok:#e3f2ec;--soft-refused:#faf0db;--soft-failed:#fbe9e5;--soft-fault:#f0e8fe;
--series-0:#0f6b63;--series-1:#b0772a;--series-2:#5a63b8;--series-3:#9c4a72;--series-4:#8f9aa3;
--shadow:0 6px 24px rgb(40 36 28 / 14%);`

const dark = `color-scheme:dark;
--paper:#141517;--raised:#1c1e21;--sunken:#101113;--line:#2c2f33;--line-strong:#43474d;
--ink:#e9e7e2;--faint:#9d9a93;--accent:#5cc2b4;--on-accent:#08211e;--accent-soft:#1b322f;
--severity-plain:#6b747d;--severity-ok:#4bb08d;--severity-refused:#dba63f;--severity-failed:#e5674f;--severity-fault:#a97bff;
--text-ok:#74cfae;--text-refused:#e6b95e;--text-failed:#f08a76;--text-fault:#c3a3ff;
--soft-ok:#18302a;--soft-refused:#33290f;--soft-failed:#3a1d18;--soft-fault:#2a2140;
--series-0:#5cc2b4;--series-1:#dba63f;--series-2:#8f98ec;--series-3:#d68ab0;--series-4:#6b747d;
--shadow:0 6px 24px rgb(0 0 0 / 50%);`

/** The colours follow the system, unless `data-theme` of the root says another theme. */
export const colorsCss = `:root{${light}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}
:root[data-theme=dark]{${dark}}`
