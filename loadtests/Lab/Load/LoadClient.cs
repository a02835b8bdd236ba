namespace DroneDelivery.LoadTests.Lab.Load;

/// <summary>Creates the client of a load.</summary>
internal static class LoadClient
{
    /// <exception cref="LabException">The platform does not support the protocol.</exception>
    public static HttpLoadClient Connect(HttpLoadOptions options, TimeProvider time)
    {
        try
        {
            return new HttpLoadClient(options, time);
        }
        catch (PlatformNotSupportedException exception)
        {
            throw new LabException($"{exception.Message} Use --http1 or --http2.", exception);
        }
    }
}
