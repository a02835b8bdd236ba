using DroneDelivery.CosmosEmulator.Query;

namespace DroneDelivery.CosmosEmulator.Tests;

/// <summary>Keeps a copy of the assembly with the mutants: the mutation tester deletes it at the end of its run.</summary>
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
            // Two processes may do this at once, and the tester may end one of them.
            var part = $"{copy}.{Environment.ProcessId}";
            File.Copy(mutated, part, overwrite: true);
            File.Move(part, copy, overwrite: true);
        }
    }
}
