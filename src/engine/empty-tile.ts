/** The fields that a dashboard tile need not have. */
export const emptyTile = {
  group_by: null,
  metadata_key: null,
  score_name: null,
  score_value: null,
  score_subject: null,
  filter_group: null,
  table_id: null,
  sheet_id: null,
} as const
