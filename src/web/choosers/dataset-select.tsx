import { type Answer, call } from '../api/index.ts'
import { counted, SearchSelect, type SearchSelectProps } from '../design/index.ts'
import { maxResults } from './max-results.ts'

export interface DatasetChoice {
  readonly value: string
  readonly label: string
  /** Absent for a choice that stands for the report's own dataset. */
  readonly dataset?: Answer<'listDatasets'>['datasets'][number]
}

type Props = SearchSelectProps<DatasetChoice> & { readonly chosen: DatasetChoice | undefined }

/** Chooses a published version of a dataset, newest first. */
export const DatasetSelect = ({ chosen, ...props }: Props) => (
  <SearchSelect
    placeholder="Choose a dataset"
    {...props}
    valueLabel={chosen?.label}
    queryKey={['datasets', 'choices']}
    search={searchDatasets}
  />
)

async function searchDatasets(name: string, signal: AbortSignal) {
  const { datasets, total } = await call('listDatasets', {
    query: { ...(name !== '' && { name }), per_page: maxResults, sort_by: 'updated_at', sort_order: 'desc' },
    signal,
  })
  return {
    choices: datasets
      .filter(({ version_number }) => version_number > 0)
      .map(
        (dataset): DatasetChoice => ({
          value: String(dataset.id),
          label: `${dataset.dataset_group.name} v${dataset.version_number} (${counted(dataset.row_count, 'row')})`,
          dataset,
        }),
      ),
    hasMore: total > datasets.length,
  }
}
