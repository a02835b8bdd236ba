namespace DroneDelivery.LoadTests.Engine.Clients.Streams;

/// <summary>A handler for one request.</summary>
/// <param name="Single">Closes the handler, and its connection, with the lease.</param>
internal readonly record struct StreamLease(HttpMessageInvoker Invoker, bool Single) : IDisposable
{
    public void Dispose()
    {
        if (Single)
        {
            Invoker.Dispose();
        }
    }
}
