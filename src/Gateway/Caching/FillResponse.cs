using Microsoft.AspNetCore.Http.Features;

namespace DroneDelivery.Gateway.Caching;

/// <summary>The response that only the cache reads. As on a connection, what has been written cannot be taken back.</summary>
internal sealed class FillResponse(FillBody body) : HttpResponseFeature
{
    public override bool HasStarted => body.HasStarted;
}
