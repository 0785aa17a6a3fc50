/**
 * Where the founding document and the vendor's SDKs want different success statuses. A client that names
 * itself with the header `X-SDK-Version` gets `sdk`; every other client gets `founding`.
 * Keyed by endpoint id; both statuses stand in the endpoint's `success` table.
 */
export const sdkStatuses: Readonly<Record<string, { founding: number; sdk: number }>> = {
  logRequest: { founding: 200, sdk: 201 },
  publish_prompt_template_rest_prompt_templates_post: { founding: 200, sdk: 201 },
  attach_prompt_template_id_external_id: { founding: 200, sdk: 201 },
  runReport: { founding: 200, sdk: 201 },
  attach_tool_id_external_id: { founding: 200, sdk: 201 },
}
