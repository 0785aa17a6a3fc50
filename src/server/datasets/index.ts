/** Legacy datasets: groups, drafts, versions, rows, and the job that fills them. */

import { handlersOfExternalIds } from '../external-ids/index.ts'
import type { Handlers } from '../http/handler.ts'
import { addRequestLogToDataset } from './add-request-log.ts'
import { addTraceToDataset } from './add-trace.ts'
import { createDraftDataset, saveDraftDataset } from './drafts.ts'
import { createDatasetFromFile } from './from-file.ts'
import { createDatasetFromFilter } from './from-filter.ts'
import { findGroup } from './group-queries.ts'
import { createDatasetGroup } from './groups.ts'
import { type DatasetsOfReports, listDatasets } from './list-datasets.ts'
import { listDatasetRows } from './list-rows.ts'
import { listDeletedDatasetGroups, restoreDatasetGroup } from './restore-group.ts'

export { findDataset, findVersion } from './dataset-queries.ts'
export { fillDatasets } from './fill-job.ts'
export { datasetsInFolders } from './foldered.ts'
export { refreshDataset, refreshedIds } from './from-filter.ts'
export { findGroup } from './group-queries.ts'
export type { DatasetsOfReports } from './list-datasets.ts'
export { cellsOf, columnNamesOf } from './present.ts'
export { selectRowsBetween } from './row-queries.ts'

/** Handlers of this room; the reports room provides `datasetsOfReports`. */
export function datasetHandlers(datasetsOfReports: DatasetsOfReports) {
  return {
    listDatasets: listDatasets(datasetsOfReports),
    listDatasetRows,
    createDatasetGroup,
    createDraftDataset,
    createDatasetFromFile,
    createDatasetFromFilter,
    addRequestLogToDataset,
    addTraceToDataset,
    saveDraftDataset,
    listDeletedDatasetGroups,
    restoreDatasetGroup,
    ...handlersOfExternalIds('DatasetGroup', {
      kind: 'dataset-group',
      param: 'dataset_group_id',
      find: findGroup,
    }),
  } satisfies Partial<Handlers>
}
