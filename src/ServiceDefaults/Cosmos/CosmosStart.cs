using System.Net;
using System.Text.RegularExpressions;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>
/// Makes sure that the service's containers exist. With an account key it creates them before the service listens, and fails if
/// Cosmos DB does not respond within <see cref="CosmosOptions.StartTimeout"/>. With an identity nothing is created: the service
/// listens and is not ready, and the containers are checked again until they exist.
/// </summary>
public sealed partial class CosmosStart(
    IReadOnlyList<RequiredContainer> containers,
    Func<CosmosClient> findClient,
    IOptions<CosmosOptions> options,
    TimeProvider time,
    ILogger<CosmosStart> logger) : BackgroundService
{
    private static readonly TimeSpan RetryDelay = TimeSpan.FromSeconds(1);

    private readonly TaskCompletionSource _completed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile string? _fault;

    /// <summary>Completes once the containers exist.</summary>
    public Task Completed => _completed.Task;

    /// <summary>The reason why the containers cannot be used, as the last check found it.</summary>
    public string? Fault => _fault;

    /// <exception cref="OptionsValidationException">Cosmos DB refused a call, or did not respond in time.</exception>
    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        if (options.Value.Identity && containers.Count > 0)
        {
            await base.StartAsync(cancellationToken);
            return;
        }

        // A service without containers needs no client.
        if (containers.Count > 0)
        {
            await CreateAsync(findClient(), cancellationToken);
        }

        _completed.SetResult();
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        var client = findClient();
        while (await FindFaultAsync(client, stoppingToken) is { } fault)
        {
            if (WithoutIds(fault) != WithoutIds(_fault ?? ""))
            {
                Log.ContainersAreNotUsable(logger, client.Endpoint, fault, options.Value.CheckEvery.TotalSeconds);
            }

            _fault = fault;
            await Task.Delay(options.Value.CheckEvery, time, stoppingToken);
        }

        Log.ContainersExist(logger, client.Endpoint);
        _completed.SetResult();
    }

    private async Task<string?> FindFaultAsync(CosmosClient client, CancellationToken cancellationToken)
    {
        try
        {
            return await ContainerSetup.FindFaultAsync(client, containers, cancellationToken);
        }
        catch (Exception exception) when (!cancellationToken.IsCancellationRequested)
        {
            // Any failure, also one of the library that gets tokens: role assignments take minutes to have an effect.
            return Describe(exception);
        }
    }

    // The account may start at the same time as the service.
    private async Task CreateAsync(CosmosClient client, CancellationToken cancellationToken)
    {
        var start = time.GetTimestamp();
        while (true)
        {
            try
            {
                var fault = await ContainerSetup.CreateAsync(client, containers, logger, cancellationToken);
                if (fault is not null)
                {
                    throw StartError(client, fault);
                }

                return;
            }
            catch (Exception exception) when (exception is CosmosException or HttpRequestException)
            {
                if (!IsTransient(exception) || time.GetElapsedTime(start) + RetryDelay > options.Value.StartTimeout)
                {
                    throw StartError(client, Describe(exception));
                }
            }

            Log.DatabaseWasUnavailable(logger, client.Endpoint);
            await Task.Delay(RetryDelay, time, cancellationToken);
        }
    }

    private static bool IsTransient(Exception failure) => failure is HttpRequestException or CosmosException
    {
        StatusCode: HttpStatusCode.ServiceUnavailable or HttpStatusCode.RequestTimeout or HttpStatusCode.TooManyRequests
    };

    // Reported like any invalid setting: one line, and the process stops.
    private static OptionsValidationException StartError(CosmosClient client, string reason) => new(
        CosmosOptions.Section, typeof(CosmosOptions), [$"Cosmos DB at {client.Endpoint} (--cosmos) {reason}"]);

    private static string Describe(Exception failure) => failure switch
    {
        CosmosException { InnerException: { } inner } refused =>
            $"answered {(int)refused.StatusCode}: {InOneLine(refused.ResponseBody)} {InOneLine(inner.Message)}",
        CosmosException refused => $"answered {(int)refused.StatusCode}: {InOneLine(refused.ResponseBody)}",
        _ when EntraCredential.HasFailed(failure) => $"needs a token, which is not available: {InOneLine(failure.Message)}",
        _ => $"did not answer: {InOneLine(failure.Message)}",
    };

    // Each response has an id of its own, and is the same fault for all that.
    private static string WithoutIds(string fault) => Guids().Replace(fault, "");

    [GeneratedRegex("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")]
    private static partial Regex Guids();

    private static string InOneLine(string text) =>
        string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
