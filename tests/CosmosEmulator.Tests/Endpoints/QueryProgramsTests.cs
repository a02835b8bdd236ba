using System.Runtime.CompilerServices;
using System.Text;
using DroneDelivery.CosmosEmulator.Endpoints;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Tests.Query;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

public sealed class QueryProgramsTests
{
    private const int Queries = 2000;
    private const int Few = 500;

    [Fact]
    public void Find_SameBodyAgain_GivesTheSameProgram()
    {
        var programs = new QueryPrograms();

        Assert.Same(programs.Find(Body(1)), programs.Find(Body(1)));
    }

    [Fact]
    public void Prepare_BodyOfAPlan_IsReadOnceForThePlanAndThePages()
    {
        var programs = new QueryPrograms();

        var prepared = programs.Prepare(Body(1));

        Assert.Same(prepared, programs.Prepare(Body(1)));
        Assert.Same(prepared.Program, programs.Find(Body(1)));
    }

    /// <summary>Such a query has a plan, from which clients make queries that are served.</summary>
    [Fact]
    public void Find_QueryThatIsNotServed_IsRefusedEachTime()
    {
        var programs = new QueryPrograms();
        var body = Json.Bytes("""{"query":"SELECT c.id FROM c WHERE UNKNOWN(c.n)"}""");

        Assert.NotNull(programs.Prepare(body).Query);
        Assert.Throws<SqlSemanticException>(() => programs.Find(body));
        Assert.Throws<SqlSemanticException>(() => programs.Find(body));
    }

    [Fact]
    public void Find_BodiesThatNeverComeAgain_KeepsFewPrograms()
    {
        var programs = new QueryPrograms();

        Assert.InRange(CountAlive(MakeAll(number => programs.Find(Body(number)))), 1, Few);
        GC.KeepAlive(programs);
    }

    [Fact]
    public void Parse_TextsThatNeverComeAgain_KeepsFewQueries()
    {
        var programs = new QueryPrograms();

        Assert.InRange(CountAlive(MakeAll(number => programs.Parse($"SELECT * FROM c WHERE c.n = {number}"))), 1, Few);
        GC.KeepAlive(programs);
    }

    [Fact]
    public void Parse_LongTexts_KeepsAMegabyteOfThem()
    {
        const int Length = 100_000;
        var programs = new QueryPrograms();

        var made = MakeAll(number => programs.Parse($"SELECT * FROM c WHERE c.n = '{new string('x', Length)}{number}'"), queries: 50);

        Assert.InRange(CountAlive(made), 1, (1024 * 1024 / Length) + 1);
        GC.KeepAlive(programs);
    }

    private static byte[] Body(int number) => Encoding.UTF8.GetBytes(
        $$"""{"query":"SELECT * FROM c WHERE c.n = @n","parameters":[{"name":"@n","value":{{number}}}]}""");

    // A method of its own, so that no local of the test keeps what was made alive.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static List<WeakReference> MakeAll(Func<int, object> make, int queries = Queries) =>
        [.. Enumerable.Range(0, queries).Select(number => new WeakReference(make(number)))];

    private static int CountAlive(List<WeakReference> made)
    {
        GC.Collect();
        return made.Count(reference => reference.IsAlive);
    }
}
