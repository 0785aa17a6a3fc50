import { type Filters, requestViews } from '../requests/index.ts'
import { builtIn, type ViewKind } from '../requests/values.ts'

type RequestKind = typeof requestViews
type Views = RequestKind extends ViewKind<infer Shown, infer Stored> ? ViewKind<Shown, Stored> : never

const searchText = ({ find = '', filters = [], everySource }: Filters): string =>
  JSON.stringify([find, filters, everySource ?? false])

/**
 * The views of the log on a dashboard, after the dashboard's own variables. A view without a time keeps the chosen time.
 */
export const dashboardViews = (saved: Filters): Views => ({
  ...requestViews,
  builtIn: [
    builtIn('As saved', saved),
    ...requestViews.builtIn.filter(({ shown }) => (shown.filters ?? []).length > 0),
  ],
  contents: 'these filters and this range, here and in the log,',
  isShown: ({ shown: view }, shown) =>
    shown.from === undefined &&
    searchText(view) === searchText(shown) &&
    (view.range === undefined || view.range === shown.range),
  addressOf: ({ shown: { find, filters, everySource, range } }) => ({
    find,
    filters,
    everySource,
    ...(range && { range, from: undefined, to: undefined }),
  }),
})
