using DroneDelivery.Delivery.Caching;
using DroneDelivery.Delivery.Storage;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.RateLimiting;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Reports;

internal static class ReportEndpoint
{
    // A line of the report in memory, with its texts.
    private const long EstimatedBytesOfFlight = 250;

    private const string Limit = "reports";

    /// <summary>
    /// Limits how many reports are made at a time, from the first read to the end of the response: each takes some 10 MB. The
    /// others wait. Requests beyond <see cref="ReportOptions.MaxWaiting"/> are answered with 503.
    /// </summary>
    public static WebApplicationBuilder AddReports(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<ReportOptions, ReportOptionsValidator>()
            .BindConfiguration(ReportOptions.Section);
        builder.Services.AddOptions<RateLimiterOptions>().Configure<IOptions<ReportOptions>>((limiter, reports) =>
        {
            limiter.RejectionStatusCode = StatusCodes.Status503ServiceUnavailable;
            limiter.OnRejected = RejectAsync;
            limiter.AddConcurrencyLimiter(Limit, concurrency =>
            {
                concurrency.PermitLimit = reports.Value.MaxConcurrent;
                concurrency.QueueLimit = reports.Value.MaxWaiting;
            });
        });
        builder.Services.AddRateLimiter(_ => { });
        return builder;
    }

    public static RouteGroupBuilder MapReports(this RouteGroupBuilder deliveries)
    {
        deliveries.MapGet("/report", GetReportAsync)
            .WithSummary("Adds up all flights of a month, for each owner that the caller may see.")
            .WithDescription("Reads every delivery of the month from every partition: expensive, and nearly 1 MB.")
            .RequireRateLimiting(Limit)
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .ProducesValidationProblem();
        return deliveries;
    }

    private static async Task<Ok<MonthReport>> GetReportAsync(
        [AsParameters] ReportedMonth month,
        ForwardedCaller caller,
        DeliveryStore store,
        AnswerCache cache,
        CancellationToken cancellationToken)
    {
        var all = await cache.GetAsync(
            month,
            async token => MonthReport.FromFlights(month, await store.ListFlightsAsync(month, token)),
            report => (report.Deliveries + 1) * EstimatedBytesOfFlight,
            cancellationToken);
        return TypedResults.Ok(all.RestrictTo(caller.Owners));
    }

    private static ValueTask RejectAsync(OnRejectedContext rejected, CancellationToken cancellationToken)
    {
        rejected.HttpContext.Response.Headers.RetryAfter = "1";
        return default;
    }
}
