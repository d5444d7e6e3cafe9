/** Runs a rule over files in memory. */
import type { Rule } from './rule.ts'
import { projectOf } from './source-files.ts'

export const messagesOf = (rule: Rule, files: Readonly<Record<string, string>>): string[] =>
  rule.check(projectOf(files)).map(({ message }) => message)

/** The rule of a group that has the name. */
export function ruleNamed(rules: readonly Rule[], name: string): Rule {
  const rule = rules.find((each) => each.name.includes(name))
  if (!rule) throw new Error(`Could not find a rule: no name contains "${name}".`)
  return rule
}
