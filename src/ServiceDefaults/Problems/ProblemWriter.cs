using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.Problems;

/// <summary>
/// Writes problem details to every client, whatever types its <c>Accept</c> header names: the framework's writer refuses a client
/// that excludes JSON, and the failure would have no body or become a 500. RFC 9110, 12.5.1 allows a server to disregard the
/// header.
/// </summary>
internal sealed class ProblemWriter(IProblemDetailsWriter writer) : IProblemDetailsWriter
{
    /// <summary>Wraps the framework's writer, which the services contain already.</summary>
    public static void Wrap(IServiceCollection services)
    {
        var writer = services.Single(service => service.ServiceType == typeof(IProblemDetailsWriter));
        services.Remove(writer);
        services.AddSingleton<IProblemDetailsWriter>(provider => new ProblemWriter(
            (IProblemDetailsWriter)ActivatorUtilities.CreateInstance(provider, writer.ImplementationType!)));
    }

    public bool CanWrite(ProblemDetailsContext context) => true;

    public ValueTask WriteAsync(ProblemDetailsContext context) => writer.WriteAsync(context);
}
