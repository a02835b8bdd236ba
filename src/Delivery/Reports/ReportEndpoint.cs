using System.Text.Json;
using DroneDelivery.Delivery.Caching;
using DroneDelivery.Delivery.Storage;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Reports;

internal static class ReportEndpoint
{
    // A line of the report in memory, with its texts.
    private const long EstimatedBytesOfFlight = 250;

    public static WebApplicationBuilder AddReports(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<ReportOptions, ReportOptionsValidator>()
            .BindConfiguration(ReportOptions.Section);
        builder.Services.AddSingleton<ReportLimits>();
        return builder;
    }

    public static RouteGroupBuilder MapReports(this RouteGroupBuilder deliveries)
    {
        deliveries.MapGet("/report", GetReportAsync)
            .WithSummary("Adds up all flights of a month, for each owner that the caller may see.")
            .WithDescription("Reads every delivery of the month from every partition: expensive, and nearly 1 MB.")
            .Produces<MonthReport>()
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .ProducesValidationProblem();
        return deliveries;
    }

    private static async Task<Results<ReportResult, ProblemHttpResult>> GetReportAsync(
        [AsParameters] ReportedMonth month,
        ForwardedCaller caller,
        DeliveryStore store,
        AnswerCache cache,
        ReportLimits limits,
        IOptions<JsonOptions> json,
        HttpResponse response,
        CancellationToken cancellationToken)
    {
        var report = await limits.MakeAsync(caller.Holder, MakeAsync, cancellationToken);
        return report is null ? Refuse(response) : new ReportResult(caller.Holder, report, limits);

        async Task<byte[]> MakeAsync()
        {
            var all = await cache.GetAsync(
                month,
                async token => MonthReport.FromFlights(month, await store.ListFlightsAsync(month, token)),
                report => (report.Deliveries + 1) * EstimatedBytesOfFlight,
                // A read for the cache goes on when its client disconnects, and counts against the limit until it ends.
                cache.IsOn ? CancellationToken.None : cancellationToken);
            return JsonSerializer.SerializeToUtf8Bytes(all.RestrictTo(caller.Owners), json.Value.SerializerOptions);
        }
    }

    private static ProblemHttpResult Refuse(HttpResponse response)
    {
        response.Headers.RetryAfter = "1";
        return TypedResults.Problem(
            "As many reports are being made or sent as there is memory for.",
            statusCode: StatusCodes.Status503ServiceUnavailable);
    }
}
