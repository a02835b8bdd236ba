using System.Net;

namespace DroneDelivery.Delivery.Tests.Running;

/// <summary>Refuses reads of summaries; sends everything else to the emulator.</summary>
internal sealed class SummariesAway(HttpMessageHandler emulator) : DelegatingHandler(emulator)
{
    protected override async Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, CancellationToken cancellationToken) =>
        request.RequestUri!.AbsolutePath.EndsWith($"/colls/{Emulator.Summaries}/docs", StringComparison.Ordinal)
            ? new HttpResponseMessage(HttpStatusCode.BadRequest) { RequestMessage = request }
            : await base.SendAsync(request, cancellationToken);
}
