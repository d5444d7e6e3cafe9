/** Checks of paging: how the integration reads lists. */
import { checksOf } from '../check-definition.ts'
import { inOnePage, inShortPages, type ListResponse, observeLists } from '../connection-changes.ts'
import { expectVerdicts } from '../expectations.ts'
import { type Finding, fails, holds, notExercised } from '../finding.ts'
import {
  classBeforeSynchronization,
  classDuringSynchronization,
  enrollmentAmongFew,
  enrollmentAmongMany,
  longHistory,
  othersCount,
  recordsPerPageMax,
  waitingChanges,
} from '../stories/paging.ts'
import { workday } from '../stories/rights-and-privacy.ts'
import type { StoryRuns } from '../story-runs.ts'
import type { Scenario } from '../../scenarios/scenario.ts'

/** The longest list of a page without `per_page`. */
const pageSizeDefault = 25

/** Runs a story, and returns the run with the lists that the integration read. */
async function runWithLists(runs: StoryRuns, story: Scenario) {
  const lists: ListResponse[] = []
  const connection = observeLists((list) => lists.push(list))
  return { run: await runs.vary(story, { connection }), lists }
}

/** Whether a response belongs to a walk: a page after the first one, or a page with more than 25 records. */
const isOfWalk = ({ url: { searchParams }, rowCount }: ListResponse): boolean =>
  searchParams.has('cursor') ||
  Number(searchParams.get('page') ?? 1) > 1 ||
  rowCount > pageSizeDefault

async function expectLinks(runs: StoryRuns): Promise<Finding> {
  const { run, lists } = await runWithLists(runs, longHistory)
  if (!lists.some(({ hasNext }) => hasNext)) {
    return notExercised('The integration reads no list with a second page.', run)
  }
  const whole = await runs.vary(longHistory, { connection: inOnePage })
  const isSame = whole.judgement.verdict === 'same'
  return isSame
    ? holds('A list of several pages ends as a list of one page.')
    : fails('The records of the second page of a list have no effect.', run)
}

async function expectPageSize(runs: StoryRuns): Promise<Finding> {
  const { run, lists } = await runWithLists(runs, longHistory)
  const walks = lists.filter((list) => isOfWalk(list))
  const small = walks.find(({ url }) => url.searchParams.get('per_page') !== `${recordsPerPageMax}`)
  if (small) {
    const size = small.url.searchParams.get('per_page') ?? pageSizeDefault
    return fails(`A long list is read in pages of ${size}: ${small.url.pathname}.`, run)
  }
  return walks.length > 0
    ? holds(`Long lists are read in pages of ${recordsPerPageMax}.`)
    : notExercised('The integration reads no long list.', run)
}

async function expectCompleteWalk(runs: StoryRuns): Promise<Finding> {
  let hasChanged = false
  const run = await runs.vary(
    classDuringSynchronization,
    {
      connection(own) {
        const change = observeLists((list) => {
          const waiting = waitingChanges.get(own.emulator)
          if (!list.hasNext || !isOfWalk(list) || !waiting) return
          waitingChanges.delete(own.emulator)
          hasChanged = true
          waiting()
        })
        return change(inShortPages(own))
      },
    },
    classBeforeSynchronization,
  )
  if (!hasChanged) return notExercised('The integration reads no list of three pages.', run)
  return expectVerdicts([run], ['same'], 'A list that changes between two pages is read in full.')
}

async function expectFilters(runs: StoryRuns): Promise<Finding> {
  const rowsOf = (lists: readonly ListResponse[]): number =>
    lists.reduce((sum, { step, rowCount }) => (step <= 2 ? sum + rowCount : sum), 0)
  const few = await runWithLists(runs, enrollmentAmongFew)
  const many = await runWithLists(runs, enrollmentAmongMany)
  const more = rowsOf(many.lists) - rowsOf(few.lists)
  if (rowsOf(many.lists) === 0) return notExercised('The integration reads no list.', many.run)
  return more >= othersCount
    ? fails(`An event leads to ${more} more records when ${othersCount} others exist.`, many.run)
    : holds('An event leads to a read of the records that it concerns.')
}

async function expectNoPageNumbers(runs: StoryRuns): Promise<Finding> {
  const { run, lists } = await runWithLists(runs, workday)
  if (lists.length === 0) return notExercised('The integration reads no list.', run)
  const numbered = lists.find(({ url }) => url.searchParams.has('page'))
  return numbered
    ? fails(`A list is read with the deprecated parameter "page": ${numbered.url.pathname}.`, run)
    : holds('No list is read with the deprecated parameter "page".')
}

async function expectLastPageByLink(runs: StoryRuns): Promise<Finding> {
  const { run: long, lists } = await runWithLists(runs, longHistory)
  if (!lists.some(({ url }) => url.searchParams.has('cursor'))) {
    return notExercised('The integration follows no link to a next page.', long)
  }
  const run = await runs.vary(classBeforeSynchronization, { connection: inShortPages })
  return expectVerdicts([run], ['same'], 'A short page with a link is not the last page.')
}

export const pagingChecks = checksOf('paging', [
  {
    id: 'next-links',
    why: 'A page that is not read is a part of the records that is missing.',
    needs: ['state'],
    perform: expectLinks,
  },
  {
    id: 'page-size',
    why: 'Pages of 25 records take four times the calls of pages of 100.',
    needs: [],
    perform: expectPageSize,
  },
  {
    id: 'changes-between-pages',
    why: 'Records come and go while a list is read, and page numbers move.',
    needs: ['resync', 'state'],
    perform: expectCompleteWalk,
  },
  {
    id: 'filters',
    why: 'A list that is read in full for one record takes longer with each record.',
    needs: ['fetch'],
    perform: expectFilters,
  },
  {
    id: 'deprecated-paging',
    why: 'The service can remove page numbers; cursors and the Link header stay.',
    needs: [],
    perform: expectNoPageNumbers,
  },
  {
    id: 'last-page',
    why: 'A page can be shorter than its size although another page follows.',
    needs: ['resync', 'state'],
    perform: expectLastPageByLink,
  },
])
