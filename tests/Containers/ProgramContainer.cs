using Docker.DotNet.Models;
using DotNet.Testcontainers.Builders;

namespace DroneDelivery.Containers.Tests;

/// <summary>
/// Containers of the programs, restricted as in a cluster: a read-only root, no capabilities, no new privileges.
/// </summary>
internal static class ProgramContainer
{
    public static ContainerBuilder Create(string program, params string[] arguments) =>
        new ContainerBuilder(ImageNames.Find(program))
            .WithCommand(arguments)
            .WithTmpfsMount("/tmp")
            .WithCreateParameterModifier(Restrict);

    /// <summary>Waits until the path answers 200 at a published port.</summary>
    public static ContainerBuilder ReadyAt(this ContainerBuilder builder, ushort port, string path) => builder
        .WithPortBinding(port, assignRandomHostPort: true)
        .WithWaitStrategy(Wait.ForUnixContainer().UntilHttpRequestIsSucceeded(request => request.ForPort(port).ForPath(path)));

    private static void Restrict(CreateContainerParameters parameters)
    {
        var host = parameters.HostConfig!;
        (host.ReadonlyRootfs, host.CapDrop, host.SecurityOpt) = (true, ["ALL"], ["no-new-privileges"]);
    }
}
