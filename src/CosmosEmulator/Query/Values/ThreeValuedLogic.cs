using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>AND, OR and NOT over true, false and undefined; whatever is no boolean counts as undefined.</summary>
internal static class ThreeValuedLogic
{
    public static CosmosValue And(in CosmosValue left, in CosmosValue right)
    {
        if (left.IsFalse || right.IsFalse)
        {
            return CosmosValue.False;
        }

        return left.IsTrue && right.IsTrue ? CosmosValue.True : CosmosValue.Undefined;
    }

    public static CosmosValue Or(in CosmosValue left, in CosmosValue right)
    {
        if (left.IsTrue || right.IsTrue)
        {
            return CosmosValue.True;
        }

        return left.IsFalse && right.IsFalse ? CosmosValue.False : CosmosValue.Undefined;
    }

    public static CosmosValue Not(in CosmosValue operand) => operand.IsBoolean
        ? CosmosValue.From(operand.IsFalse)
        : CosmosValue.Undefined;
}
