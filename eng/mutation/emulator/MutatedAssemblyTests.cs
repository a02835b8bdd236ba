using DroneDelivery.CosmosEmulator.Query;

namespace DroneDelivery.CosmosEmulator.Tests;

/// <summary>The mutation tester removes the assembly with the mutants when its run ends: this keeps a copy.</summary>
public sealed class MutatedAssemblyTests
{
    [Fact]
    public void Assembly_WithMutants_IsCopied()
    {
        // The tester needs a mutant that a test reaches.
        Assert.NotNull(SqlParser.Parse("SELECT * FROM c"));
        var mutated = typeof(SqlParser).Assembly.Location;
        var copy = Environment.GetEnvironmentVariable("MUTATED_ASSEMBLY")!;
        if (!File.Exists(copy) || new FileInfo(copy).Length < new FileInfo(mutated).Length)
        {
            File.Copy(mutated, copy, overwrite: true);
        }
    }
}
