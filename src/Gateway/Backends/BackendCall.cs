using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Polly;

namespace DroneDelivery.Gateway.Backends;

/// <summary>One GET to a backend: its answer, or a <see cref="BackendException"/> that says who failed and how.</summary>
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

    // Not a cancelled call, though it looks like one.
    private static bool IsConnectTimeout(Exception exception) =>
        exception is OperationCanceledException { InnerException: TimeoutException };
}
