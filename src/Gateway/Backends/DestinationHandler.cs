using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// Sends each attempt of a call to the destination with the fewest requests in flight, and a retry to another destination.
/// </summary>
internal sealed class DestinationHandler(string backend, BackendDestinations destinations) : DelegatingHandler
{
    private static readonly HttpRequestOptionsKey<DestinationState> Earlier = new("destination");

    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
        destinations.AreSeveral(backend)
            ? SendToOneAsync(request, cancellationToken)
            : base.SendAsync(request, cancellationToken);

    private async Task<HttpResponseMessage> SendToOneAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        request.Options.TryGetValue(Earlier, out var earlier);
        var destination = destinations.Choose(backend, exclude: earlier);
        request.Options.Set(Earlier, destination);
        request.RequestUri = new Uri(new Uri(destination.Model.Config.Address), request.RequestUri!.PathAndQuery);
        var calls = destinations.CallsTo(destination);
        calls.Begin();
        try
        {
            return await base.SendAsync(request, cancellationToken);
        }
        catch (HttpRequestException)
        {
            destinations.Avoid(backend, destination);
            throw;
        }
        finally
        {
            calls.End();
        }
    }
}
