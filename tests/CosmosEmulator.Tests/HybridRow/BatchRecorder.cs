using System.Net;
using DroneDelivery.CosmosEmulator.Protocol;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.HybridRow;

/// <summary>Stands between the SDK's encoding of batches and the network.</summary>
/// <param name="answer">The body of the response to each batch; null to send batches on.</param>
internal sealed class BatchRecorder(byte[]? answer = null) : RequestHandler
{
    /// <summary>The body of the last batch.</summary>
    public byte[] Body { get; private set; } = [];

    public override async Task<ResponseMessage> SendAsync(RequestMessage request, CancellationToken cancellationToken)
    {
        if (!request.Headers.TryGetValue(CosmosHeaders.IsBatch, out _))
        {
            return await base.SendAsync(request, cancellationToken);
        }

        using var copy = new MemoryStream();
        await request.Content.CopyToAsync(copy, cancellationToken);
        request.Content.Position = 0;
        Body = copy.ToArray();
        return answer is null
            ? await base.SendAsync(request, cancellationToken)
            : new ResponseMessage(HttpStatusCode.MultiStatus) { Content = new MemoryStream(answer) };
    }
}
