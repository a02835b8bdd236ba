using DroneDelivery.Gateway.Shedding;

namespace DroneDelivery.Gateway.Tests.Shedding;

internal static class GateWaits
{
    /// <summary>Waits until the condition holds; it is looked at whenever a request leaves a gate.</summary>
    public static async Task UntilAsync(this BackendGates gates, Func<bool> condition)
    {
        // Not disposed of: whoever leaves just then may still tell it.
        var left = new SemaphoreSlim(0);
        Action tell = () => left.Release();
        Array.ForEach(gates.All, gate => gate.Left += tell);
        try
        {
            while (!condition())
            {
                await left.WaitAsync(TestContext.Current.CancellationToken);
            }
        }
        finally
        {
            Array.ForEach(gates.All, gate => gate.Left -= tell);
        }
    }
}
