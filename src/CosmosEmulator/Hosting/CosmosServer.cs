using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Endpoints;
using DroneDelivery.CosmosEmulator.Faults;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Hosting;

/// <summary>
/// The way of every Cosmos request: check the authorization, read the body, route, charge and count, wait for the simulated latency,
/// write.
/// It is one terminal handler, with nothing of the framework's routing, to be fast.
/// </summary>
internal sealed class CosmosServer(
    RequestAuthorization authorization,
    Account account,
    RequestRouter router,
    LatencySimulator latency,
    FaultInjector faults,
    TimeProvider time)
{
    public async Task ServeAsync(HttpContext http)
    {
        var arrival = time.GetTimestamp();
        var response = await AnswerAsync(http);
        if (response.Kind == CallKind.Data && response.Status != CosmosStatus.TooManyRequests)
        {
            var wait = latency.WaitAsync(arrival, faults.LatencyFactorOf(response.Partition), http.RequestAborted);
            if (!wait.IsCompletedSuccessfully)
            {
                await wait;
            }
        }

        ResponseWriter.Write(http, response);

        // Nothing is sent before this handler returns, so the last header to be set tells how long all of it took.
        ResponseWriter.WriteDuration(http.Response.Headers, time.GetElapsedTime(arrival));
    }

    private async ValueTask<CosmosResponse> AnswerAsync(HttpContext http)
    {
        var request = http.Request;
        var path = ResourcePath.Parse(PathOf(request));
        if (path.Text.AsSpan().ContainsAnyInRange('\0', '\u001f'))
        {
            return CosmosErrors.BadRequest("The path of the request contains a control character.");
        }

        // Before the check of the signature: the SDK signs another text for this path, and a 401 would hide the cause.
        if (path.Kind == ResourceKind.Addresses)
        {
            return CosmosErrors.DirectModeNotSupported();
        }

        if (authorization.FindRefusal(request, path) is { } refusal)
        {
            account.RefusedCalls.Count(refusal.Kind, refusal.Status);
            CountManagement(request.Method, path, refusal);
            return refusal;
        }

        if (request.ContentLength is null or 0 && !request.Headers.ContainsKey("Transfer-Encoding"))
        {
            return await RouteAsync(new CosmosRequest(request, path, ReadOnlyMemory<byte>.Empty));
        }

        if (await RequestBody.ReadAsync(request.BodyReader, http.RequestAborted) is not { } body)
        {
            return CosmosErrors.Create(
                CosmosStatus.RequestEntityTooLarge, $"Request size is too large: over {RequestBody.Largest} bytes.");
        }

        try
        {
            return await RouteAsync(new CosmosRequest(request, path, RequestBody.ToMemory(body)));
        }
        finally
        {
            request.BodyReader.AdvanceTo(body.End);
        }
    }

    /// <summary>The decoded path. Clients send a question mark in an item's id as it is, so the query is part of the id.</summary>
    private static string PathOf(HttpRequest request)
    {
        var path = request.Path.Value ?? "/";
        return request.QueryString.HasValue && path.Contains("/docs/", StringComparison.Ordinal)
            ? path + Uri.UnescapeDataString(request.QueryString.Value!)
            : path;
    }

    private async ValueTask<CosmosResponse> RouteAsync(CosmosRequest request)
    {
        var response = await RouteOrFailAsync(request);
        Count(request.LogicalKey, response);
        CountManagement(request.Method, request.Path, response);
        return response;
    }

    private void CountManagement(string method, ResourcePath path, CosmosResponse response)
    {
        if (path.IsManagement(method))
        {
            account.ManagementCalls.Count(response.Kind, response.Status);
        }
    }

    private static void Count(LogicalKey? key, CosmosResponse response)
    {
        response.Container?.Calls.Count(response.Kind, response.Status);
        if (response is { Container: { } container, Partition: { } partition, IsCharged: false })
        {
            container.Charge(partition, key, response.Status, response.Charge);
        }
    }

    // A fault of the emulator itself: the client gets it in the protocol's form, and the log says where it is.
    private async ValueTask<CosmosResponse> RouteOrFailAsync(CosmosRequest request)
    {
        while (true)
        {
            try
            {
                return await router.RouteAsync(request);
            }
            catch (PartitionMovedException)
            {
                account.FindContainer(request.Path)?.WaitForPartitions();
            }
            catch (Exception error) when (error is not OperationCanceledException)
            {
                Console.Error.WriteLine($"{request.Method} {request.Path.Text} failed: {error}");
                return CosmosErrors.Create(CosmosStatus.InternalServerError, $"The emulator failed: {error.Message}");
            }
        }
    }
}
