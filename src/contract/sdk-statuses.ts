/**
 * Success statuses that differ between the founding document and the vendor's SDKs, by endpoint id.
 * Clients with the header `X-SDK-Version` get `sdk`, all others `founding`; `success` of the endpoint has both.
 */
export const sdkStatuses: Readonly<Record<string, { founding: number; sdk: number }>> = {
  logRequest: { founding: 200, sdk: 201 },
  publish_prompt_template_rest_prompt_templates_post: { founding: 200, sdk: 201 },
  attach_prompt_template_id_external_id: { founding: 200, sdk: 201 },
  runReport: { founding: 200, sdk: 201 },
  attach_tool_id_external_id: { founding: 200, sdk: 201 },
}
