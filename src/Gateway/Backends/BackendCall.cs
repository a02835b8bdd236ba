using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Polly;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// Sends a GET request to a backend and returns its response. If the call fails, throws a <see cref="BackendException"/> that
/// names the backend and the failure.
/// </summary>
internal static class BackendCall
{
    public static async Task<T> GetAsync<T>(
        HttpClient client, string backend, string address, JsonTypeInfo<T> type, CancellationToken cancellationToken)
        where T : class
    {
        try
        {
            using var response = await client.GetAsync(address, cancellationToken);
            if (!response.IsSuccessStatusCode)
            {
                throw new BackendException(BackendFailure.From(backend, response));
            }

            return await response.Content.ReadFromJsonAsync(type, cancellationToken)
                ?? throw new JsonException("The answer is empty.");
        }
        catch (Exception exception) when (
            exception is HttpRequestException or ExecutionRejectedException or JsonException || IsConnectTimeout(exception))
        {
            throw new BackendException(BackendFailure.From(backend, exception), exception);
        }
    }

    // A connect timeout has the type of a cancellation, but the call was not canceled.
    private static bool IsConnectTimeout(Exception exception) =>
        exception is OperationCanceledException { InnerException: TimeoutException };
}
