/* Draws the contract with Swagger UI. "Authorize" takes a token; what is tried is really recorded. */

globalThis.SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#try",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  validatorUrl: null,
});
