using System.Collections.Frozen;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.Extensions.Options;
using Polly;
using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// Sends the GET requests that invoices need, over the connections of forwarded requests, and through a resilience pipeline for
/// each backend. A call that fails throws a <see cref="BackendException"/> that names the backend and the failure.
/// </summary>
internal sealed class BackendClient(
    BackendDestinations destinations, IOptions<ResilienceOptions> options, ResilienceMeter meter, TimeProvider time)
{
    private readonly FrozenDictionary<string, ResiliencePipeline> _pipelines = BackendNames.All.ToFrozenDictionary(
        backend => backend, backend => BackendPipeline.Create(backend, options.Value, meter, time));

    public async Task<T> GetAsync<T>(string backend, string path, JsonTypeInfo<T> type, CancellationToken cancellationToken)
        where T : class
    {
        var call = new BackendCall(destinations, destinations.Find(backend));
        try
        {
            return await _pipelines[backend].ExecuteAsync(
                static (get, token) => SendAsync(get.call, get.path, get.type, token), (call, path, type), cancellationToken);
        }
        catch (ExecutionRejectedException exception)
        {
            throw new BackendException(BackendFailure.FromException(backend, exception), exception);
        }
    }

    /// <summary>Each attempt needs a request of its own, which gets the trace headers of the span of the attempt.</summary>
    public static HttpRequestMessage CreateRequest(ClusterModel cluster, string address, string path) =>
        new(HttpMethod.Get, new Uri(new Uri(address), path))
        {
            Version = cluster.Config.HttpRequest!.Version!,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };

    private static async ValueTask<T> SendAsync<T>(
        BackendCall call, string path, JsonTypeInfo<T> type, CancellationToken cancellationToken)
        where T : class
    {
        BackendException? failed = null;
        try
        {
            var address = call.Begin()?.Model.Config.Address ?? throw new HttpRequestException();
            using var request = CreateRequest(call.Cluster, address, path);
            using var response = await call.Cluster.HttpClient.SendAsync(request, cancellationToken);
            if (response.IsSuccessStatusCode)
            {
                // Read here, so that the timeout of the attempt and its retries cover the body.
                return await JsonSerializer.DeserializeAsync(
                    await response.Content.ReadAsStreamAsync(cancellationToken), type, cancellationToken)
                    ?? throw new JsonException("The answer is empty.");
            }

            failed = new(BackendFailure.FromResponse(call.Backend, response));
        }
        catch (Exception exception) when (
            exception is HttpRequestException or IOException or JsonException || IsConnectTimeout(exception))
        {
            failed = new(BackendFailure.FromException(call.Backend, exception), exception);
        }
        finally
        {
            call.End(failed?.Failure);
        }

        throw failed;
    }

    // A connect timeout has the type of a cancellation, but the call was not canceled.
    private static bool IsConnectTimeout(Exception exception) =>
        exception is OperationCanceledException { InnerException: TimeoutException };
}
