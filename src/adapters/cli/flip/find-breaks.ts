/** Finds the alternatives under which tests break, in few runs: alternatives run together, and are halved on a failure. */

/** An alternative of an assumption. */
export interface Flip {
  readonly assumption: string
  readonly alternative: string
}

/** Tests that break under an alternative, or only under several together. */
export interface Break {
  readonly flips: readonly Flip[]
  readonly tests: readonly string[]
}

/** Runs the tests that rely on the assumptions, with the alternatives. Returns the tests that fail. */
export type RunFlips = (flips: readonly Flip[]) => Promise<readonly string[]>

/** For n alternatives and b breaks of one assumption each, it takes about 1 + 2 · b · log₂ n runs. */
export async function findBreaks(flips: readonly Flip[], run: RunFlips): Promise<readonly Break[]> {
  const breaks: Break[] = []
  for (const round of roundsOf(flips)) breaks.push(...(await breaksIn(round, run)))
  return breaks
}

/** Groups of alternatives of different assumptions, which can run together. */
function roundsOf(flips: readonly Flip[]): readonly (readonly Flip[])[] {
  const rounds: Flip[][] = []
  for (const flip of flips) {
    const round = rounds.find((each) => each.every((other) => other.assumption !== flip.assumption))
    if (round) round.push(flip)
    else rounds.push([flip])
  }
  return rounds
}

async function breaksIn(flips: readonly Flip[], run: RunFlips): Promise<readonly Break[]> {
  if (flips.length === 0) return []
  const tests = await run(flips)
  if (tests.length === 0) return []
  if (flips.length === 1) return [{ flips, tests }]
  const middle = Math.ceil(flips.length / 2)
  const halves = [flips.slice(0, middle), flips.slice(middle)]
  const found: Break[] = []
  for (const half of halves) found.push(...(await breaksIn(half, run)))
  return found.length > 0 ? found : [{ flips, tests }]
}
