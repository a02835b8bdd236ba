using System.Net;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>
/// Creates what a service needs in Cosmos DB, before the service listens. The account may start at the same time as the service,
/// so one that does not respond yet is tried again, for <see cref="CosmosOptions.StartTimeout"/>.
/// </summary>
public sealed class CosmosStart(
    CosmosClient client, IOptions<CosmosOptions> options, TimeProvider time, ILogger<CosmosStart> logger)
{
    private static readonly TimeSpan RetryDelay = TimeSpan.FromSeconds(1);

    /// <param name="setUp">Creates the database and the containers; it may run several times.</param>
    /// <exception cref="OptionsValidationException">Cosmos DB refused a call, or did not respond in time.</exception>
    public async Task RunAsync(Func<CancellationToken, Task> setUp, CancellationToken cancellationToken)
    {
        var start = time.GetTimestamp();
        while (await FindFailureAsync(setUp, cancellationToken) is { } failure)
        {
            if (!IsTransient(failure) || time.GetElapsedTime(start) + RetryDelay > options.Value.StartTimeout)
            {
                throw StartError(failure);
            }

            Log.DatabaseWasUnavailable(logger, client.Endpoint);
            await Task.Delay(RetryDelay, time, cancellationToken);
        }
    }

    private static async Task<Exception?> FindFailureAsync(
        Func<CancellationToken, Task> setUp, CancellationToken cancellationToken)
    {
        try
        {
            await setUp(cancellationToken);
            return null;
        }
        catch (Exception exception) when (exception is CosmosException or HttpRequestException)
        {
            return exception;
        }
    }

    private static bool IsTransient(Exception failure) => failure is HttpRequestException or CosmosException
    {
        StatusCode: HttpStatusCode.ServiceUnavailable or HttpStatusCode.RequestTimeout or HttpStatusCode.TooManyRequests
    };

    // Reported like any invalid setting: one line, and the process stops.
    private OptionsValidationException StartError(Exception failure)
    {
        var reason = failure is CosmosException refused
            ? $"answered {(int)refused.StatusCode}: {InOneLine(refused.ResponseBody)}"
            : $"did not answer: {failure.Message}";
        return new OptionsValidationException(
            CosmosOptions.Section, typeof(CosmosOptions), [$"Cosmos DB at {client.Endpoint} (--cosmos) {reason}"]);
    }

    private static string InOneLine(string text) =>
        string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
