/** Checks of paging: how the integration reads lists. */
import { checksOf } from '../check-definition.ts'
import { inOnePage, inShortPages, type ListResponse, observeLists } from '../connection-changes.ts'
import { expectConvergence, expectVerdicts } from '../run-expectations.ts'
import { type Finding, failed, passed, skipped, note } from '../check-verdict.ts'
import {
  classBeforeSynchronization,
  classDuringSynchronization,
  enrollmentAmongFew,
  enrollmentAmongMany,
  longHistory,
  othersCount,
  recordsPerPageMax,
  waitingChanges,
} from '../stories/paging-stories.ts'
import { workday } from '../stories/rights-and-privacy-stories.ts'
import type { StoryRun } from '../story-run.ts'
import type { StoryRuns } from '../story-runs.ts'
import type { Scenario } from '../../../engine/emulator/scenario.ts'

/** The parameters of the calls of a run that read lists. */
const listCallsOf = ({ calls }: StoryRun) =>
  calls.flatMap(({ method, path }) => {
    const [address = '', search] = path.split('?')
    return method === 'GET' && search !== undefined
      ? [{ address, query: new URLSearchParams(search) }]
      : []
  })

/** Whether a query asks for a page after the first one. */
const isLaterPage = (query: URLSearchParams): boolean =>
  query.has('cursor') || Number(query.get('page') ?? 1) > 1

/** Runs a story, and returns the run with the lists that the integration read. */
async function runWithLists(runs: StoryRuns, story: Scenario) {
  const lists: ListResponse[] = []
  const connection = observeLists((list) => lists.push(list))
  return { run: await runs.vary(story, { connection }), lists }
}

async function expectLinks(runs: StoryRuns): Promise<Finding> {
  const { run, lists } = await runWithLists(runs, longHistory)
  if (!lists.some(({ hasNext }) => hasNext)) {
    return skipped('The integration reads no list with a second page.', run)
  }
  const whole = await runs.vary(longHistory, { connection: inOnePage })
  const isSame = whole.judgement.verdict === 'converged'
  return isSame
    ? passed('A list of several pages ends as a list of one page.')
    : failed('The records of the second page of a list have no effect.', run)
}

async function expectPageSize(runs: StoryRuns): Promise<Finding> {
  const run = await runs.plain(longHistory)
  const pages = listCallsOf(run).filter(({ query }) => isLaterPage(query))
  const small = pages.find(({ query }) => query.get('per_page') !== `${recordsPerPageMax}`)
  if (small) {
    const size = small.query.get('per_page')
    const reason = `A long list is read in pages of ${size ?? 'the default size'}: ${small.address}.`
    return Number(size) * 2 < recordsPerPageMax ? failed(reason, run) : note(reason)
  }
  return pages.length > 0
    ? passed(`Long lists are read in pages of ${recordsPerPageMax}.`)
    : skipped('The integration reads no second page of a list.', run)
}

async function expectCompleteWalk(runs: StoryRuns): Promise<Finding> {
  let hasChanged = false
  const run = await runs.vary(
    classDuringSynchronization,
    {
      connection(own) {
        const change = observeLists((list) => {
          const waiting = waitingChanges.get(own.emulator)
          if (!list.hasNext || !isLaterPage(list.url.searchParams) || !waiting) return
          waitingChanges.delete(own.emulator)
          hasChanged = true
          waiting()
        })
        return change(inShortPages(own))
      },
    },
    classBeforeSynchronization,
  )
  if (!hasChanged) return skipped('The integration reads no list of three pages.', run)
  return expectConvergence(runs, run, 'A list that changes between two pages is read in full.')
}

async function expectFilters(runs: StoryRuns): Promise<Finding> {
  // Note: the lists before the first step are those of `connect`, and those after the second of no event.
  const rowsOf = (lists: readonly ListResponse[]): number =>
    lists
      .filter(({ step, hasFilter }) => hasFilter && (step === 1 || step === 2))
      .reduce((sum, { rowCount }) => sum + rowCount, 0)
  const few = await runWithLists(runs, enrollmentAmongFew)
  const many = await runWithLists(runs, enrollmentAmongMany)
  const more = rowsOf(many.lists) - rowsOf(few.lists)
  if (rowsOf(many.lists) === 0)
    return skipped('An event leads to no read of a list that has filters.', many.run)
  return more >= othersCount
    ? failed(`An event leads to ${more} more records when ${othersCount} others exist.`, many.run)
    : passed('An event leads to a read of the records that it concerns.')
}

async function expectNoPageNumbers(runs: StoryRuns): Promise<Finding> {
  const short = await runs.vary(classBeforeSynchronization, { connection: inShortPages })
  const run = await runs.plain(workday)
  for (const each of [run, short]) {
    const numbered = listCallsOf(each).find(({ query }) => query.has('page'))
    if (!numbered) continue
    return failed(`A list is read with the deprecated parameter "page": ${numbered.address}.`, each)
  }
  return listCallsOf(run).length > 0
    ? passed('No list is read with the deprecated parameter "page".')
    : skipped('The integration reads no list.', run)
}

async function expectLastPageByLink(runs: StoryRuns): Promise<Finding> {
  const long = await runs.plain(longHistory)
  if (!listCallsOf(long).some(({ query }) => isLaterPage(query))) {
    return skipped('The integration reads no second page of a list.', long)
  }
  let hasShortPage = false
  const run = await runs.vary(classBeforeSynchronization, {
    connection: (own) =>
      observeLists(({ hasNext }) => void (hasShortPage ||= hasNext))(inShortPages(own)),
  })
  return hasShortPage
    ? expectVerdicts([run], ['converged'], 'A short page with a link is not the last page.')
    : skipped('The integration reads no list of several short pages.', run)
}

export const pagingChecks = checksOf('paging', [
  {
    id: 'next-links',
    why: 'The records of a page that is not read are missing.',
    must: 'The integration reads each page that the Link header names, up to the last one.',
    story: longHistory,
    needs: ['ending'],
    perform: expectLinks,
  },
  {
    id: 'page-size',
    why: 'Pages of 25 records take four times the calls of pages of 100.',
    must: 'The integration reads long lists with `per_page=100`. Pages of 50 or more are a note: they take at most twice the calls.',
    story: longHistory,
    needs: [],
    perform: expectPageSize,
  },
  {
    id: 'changes-between-pages',
    why: 'Records come and go while a list is read, and page numbers move.',
    must: 'The state has all records of a list that changes while its pages are read.',
    story: classDuringSynchronization,
    needs: ['resync', 'ending'],
    perform: expectCompleteWalk,
  },
  {
    id: 'filters',
    why: 'A list that is read in full for one record takes longer with each record.',
    must: 'An event leads to reads of the records that it concerns, however many others exist.',
    story: enrollmentAmongMany,
    needs: ['fetch'],
    perform: expectFilters,
  },
  {
    id: 'deprecated-paging',
    why: 'The service can remove page numbers; cursors and the Link header stay.',
    must: 'No list is read with the parameter `page`.',
    story: workday,
    needs: [],
    perform: expectNoPageNumbers,
  },
  {
    id: 'last-page',
    why: 'A page can be shorter than its size although another page follows.',
    must: 'The integration reads on while the Link header names a next page, also after a short page.',
    story: classBeforeSynchronization,
    needs: ['resync', 'ending'],
    perform: expectLastPageByLink,
  },
])
