using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Caching;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Shedding;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Gateway.Invoices;

internal static class InvoiceEndpoints
{
    public static WebApplicationBuilder AddInvoices(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<TariffOptions, TariffOptionsValidator>()
            .BindConfiguration(TariffOptions.Section);
        builder.Services.AddSingleton<Tariff>();
        builder.Services.AddSingleton<InvoiceAssembler>();
        builder.Services.AddValidation();
        builder.Services.ConfigureHttpJsonOptions(json =>
            json.SerializerOptions.TypeInfoResolverChain.Insert(0, GatewayJson.Default));
        return builder;
    }

    public static RouteGroupBuilder MapInvoices(this IEndpointRouteBuilder routes)
    {
        var group = routes.MapGroup("/api/invoices").WithTags("Invoices");
        group.MapGet("/{ownerId}", GetInvoiceAsync)
            .RequireScope(KeyScopes.InvoicesRead)
            .RequireBackends(RequestPriority.High, BackendNames.All)
            .CachedBy(routes.ServiceProvider.GetRequiredService<CachePolicies>().Find(RouteNames.Invoices))
            .WithName(RouteNames.Invoices)
            .WithSummary("Makes an owner's invoice of one month.")
            .ProducesValidationProblem()
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status502BadGateway)
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .ProducesProblem(StatusCodes.Status504GatewayTimeout);
        return group;
    }

    private static async Task<Ok<Invoice>> GetInvoiceAsync(
        [AsParameters] InvoiceQuery query,
        InvoiceAssembler assembler,
        HttpContext context,
        CancellationToken cancellationToken) => TypedResults.Ok(
        await assembler.AssembleAsync(query, context.Features.GetRequiredFeature<Admission>(), cancellationToken));
}
