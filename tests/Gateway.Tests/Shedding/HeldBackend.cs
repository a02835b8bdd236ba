using DroneDelivery.Gateway.Shedding;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Shedding;

/// <summary>Holds the answers of one path until they are let go, and tells when a number of requests have come.</summary>
internal sealed class HeldBackend
{
    private readonly TaskCompletionSource _letGo = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly SemaphoreSlim _arrived = new(0);

    public HeldBackend(FakeBackend backend, string path, string json) => backend.Answer(path, async context =>
    {
        _arrived.Release();
        await _letGo.Task.WaitAsync(context.RequestAborted);
        context.Response.ContentType = "application/json";
        await context.Response.WriteAsync(json, context.RequestAborted);
    });

    /// <summary>Holds invoices at Delivery.</summary>
    public static HeldBackend Utilization(TestGateway gateway) =>
        new(gateway.Delivery, "/deliveries/utilization", """{"deliveries":4,"milesTraveled":12.5,"hoursAssigned":1.25}""");

    /// <summary>So many invoices are held, and have left the other backends.</summary>
    public async Task HoldsAsync(TestGateway gateway, int invoices)
    {
        for (var i = 0; i < invoices; i++)
        {
            await _arrived.WaitAsync(TestContext.Current.CancellationToken);
        }

        var gates = gateway.Services.GetRequiredService<BackendGates>();
        await gates.UntilAsync(gate => gate.Backend == "delivery" || gate.InFlight == 0);
    }

    public void LetGo() => _letGo.SetResult();
}
