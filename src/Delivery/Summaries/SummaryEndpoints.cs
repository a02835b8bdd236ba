using DroneDelivery.Delivery.Storage;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Delivery.Summaries;

internal static class SummaryEndpoints
{
    public static WebApplicationBuilder AddSummaries(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<SummaryOptions, SummaryOptionsValidator>()
            .BindConfiguration(SummaryOptions.Section);
        builder.Services.AddSingleton<DeliverySummaries>();
        builder.Services.AddHostedService<SummaryRefresher>();
        builder.Services.AddHealthChecks().AddCheck<SummaryReadiness>("summaries");
        return builder;
    }

    public static RouteGroupBuilder MapSummaries(this RouteGroupBuilder deliveries)
    {
        deliveries.MapGet("/summary", GetSummary)
            .WithSummary("Counts an owner's deliveries of one month.")
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .ProducesValidationProblem();
        return deliveries;
    }

    private static Results<Ok<DeliverySummary>, ProblemHttpResult> GetSummary(
        [AsParameters] OwnerMonth month, DeliverySummaries summaries)
    {
        var lookup = summaries.Find(month.OwnerId);
        return lookup.Owner is { } owner
            ? TypedResults.Ok(owner.SummarizeMonth(month.Year, month.Month))
            : lookup.NotFoundProblem(month.OwnerId);
    }
}
