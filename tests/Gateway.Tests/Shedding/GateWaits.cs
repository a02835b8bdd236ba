using DroneDelivery.Gateway.Shedding;

namespace DroneDelivery.Gateway.Tests.Shedding;

internal static class GateWaits
{
    /// <summary>Waits until the number of requests in flight at each gate meets the condition.</summary>
    public static async Task UntilAsync(this BackendGates gates, Predicate<BackendGate> condition)
    {
        while (!Array.TrueForAll(gates.All, condition))
        {
            TestContext.Current.CancellationToken.ThrowIfCancellationRequested();
            await Task.Yield();
        }
    }
}
