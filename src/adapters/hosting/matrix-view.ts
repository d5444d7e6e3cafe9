/** The matrix of an exploration as the inspector shows it. */
import { formatChoicePoint } from '../../explore/choice-point.ts'
import type { Matrix } from '../../explore/matrix.ts'
import type { MatrixView } from '../../inspector/api/exploration-views.ts'

/** Adds the text of each choice point for people; its identity stays for replays. */
export const viewMatrix = ({ columns, rows }: Matrix): MatrixView => ({
  columns,
  rows: rows.map(({ point, cells }) => ({ point, text: formatChoicePoint(point), cells })),
})
