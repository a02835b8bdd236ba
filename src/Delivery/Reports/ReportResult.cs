using System.Net.Mime;
using System.Text;

namespace DroneDelivery.Delivery.Reports;

/// <summary>Sends a report that <see cref="ReportLimits"/> has made.</summary>
internal sealed class ReportResult(string? holder, byte[] report, ReportLimits limits) : IResult
{
    private const int SliceBytes = 64 * 1024;

    private static readonly string ContentType = $"{MediaTypeNames.Application.Json}; charset={Encoding.UTF8.WebName}";

    // The server copies written data before it waits for the client. Slices prevent a second copy of the whole report.
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        try
        {
            var response = httpContext.Response;
            response.ContentType = ContentType;
            response.ContentLength = report.Length;
            for (var sent = 0; sent < report.Length; sent += SliceBytes)
            {
                var slice = report.AsMemory(sent, Math.Min(SliceBytes, report.Length - sent));
                await response.BodyWriter.WriteAsync(slice, httpContext.RequestAborted);
            }
        }
        finally
        {
            limits.EndSending(holder, report);
        }
    }
}
